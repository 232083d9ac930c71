import assert from "node:assert/strict";
import { z } from "zod";
import { buildApp } from "../../routes/app.ts";
import { contract, type Handlers } from "../../routes/endpoint.ts";
import type { ServiceCtx } from "../../services/parts.ts";
import { AGENT, harness, OPERATOR } from "../harness.ts";

const LIMIT = 1000;
const output = z.object({ actor: z.string(), size: z.number(), sum: z.number() });

/** One endpoint of a kind that takes what programs elsewhere send, and one as all others are. */
const hooks = contract({
  "POST /hooks/:name": {
    summary: "Take a call",
    access: "webhook",
    bodyLimit: LIMIT,
    output,
    status: 202,
    cli: "hooks call",
  },
  "POST /things": { summary: "Do a thing", access: "public", bodyLimit: LIMIT, output, cli: "things do" },
});

const handlers: Handlers<typeof hooks, ServiceCtx> = {
  "POST /hooks/:name": ({ actor }, { body }) => ({
    actor,
    size: body.length,
    sum: body.reduce((sum, byte) => sum + byte, 0),
  }),
  "POST /things": ({ actor }) => ({ actor, size: 0, sum: 0 }),
};

const ELSEWHERE = {
  host: "hooks.example.org",
  origin: "https://example.org",
  "sec-fetch-site": "cross-site",
};
const BYTES = new Uint8Array([0xff, 0x00, 0x7b, 0x80]);

Deno.test("a webhook takes the bytes that another site sends, whatever token it shows; another endpoint does not", async () => {
  await using h = await harness({ operatorToken: OPERATOR, agentToken: AGENT });
  const app = buildApp({ api: hooks, handlers, service: h.service, port: () => 4317 });
  const send = (path: string, headers: Record<string, string>, body: Uint8Array<ArrayBuffer>) =>
    Promise.resolve(app.request(`http://${headers.host}${path}`, { method: "POST", headers, body }));
  for (const authorization of [undefined, "Bearer of-the-sender", `Bearer ${OPERATOR}`]) {
    const headers = { ...ELSEWHERE, ...(authorization !== undefined && { authorization }) };
    const taken = await send("/hooks/x", headers, BYTES);
    assert.deepEqual(await taken.json(), { actor: "webhook", size: 4, sum: 0xff + 0x7b + 0x80 });
    assert.equal(taken.status, 202);
    const refused = await send("/things", headers, BYTES);
    assert.equal(refused.status, 403);
    assert.match(
      (await refused.json()).error,
      /^The Host "hooks\.example\.org" is not a name of this service\./,
    );
  }
  const large = await send("/hooks/x", ELSEWHERE, new Uint8Array(LIMIT + 1));
  assert.equal(large.status, 400);
  assert.match((await large.json()).error, /1000/);
  const own = { host: "127.0.0.1:4317", "content-type": "application/json" };
  const done = await send("/things", own, new TextEncoder().encode("{}"));
  assert.deepEqual([done.status, (await done.json()).actor], [200, "operator"]);
  assert.equal((await send("/things", own, BYTES)).status, 400);
});
