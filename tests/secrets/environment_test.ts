import assert from "node:assert/strict";
import { spellingsOf } from "../../services/ground/kernel/redaction/encodings.ts";
import { createClient } from "../../client/client.ts";
import { TestRepository } from "../git.ts";
import { temporaryDirectory } from "../temporary.ts";
import { startProcess } from "./service.ts";
import { filesBelow } from "./secrets_world.ts";

const CANARIES = {
  AGENT_HARNESS_TOKEN: "canary-operator-token-71Hs",
  AGENT_HARNESS_AGENT_TOKEN: "canary-agent-token-Pq02",
  AGENT_HARNESS_MASTER_KEY: "c0ffee".repeat(10) + "beef",
  CANARY_PROVIDER_KEY: "canary-provider-key-55xY",
};

/** Prints its own environment, that of the service, and the service's command line, as far as the system lets it. */
const LOOK =
  "env; tr '\\0' '\\n' < /proc/$PPID/environ; tr '\\0' '\\n' < /proc/$PPID/cmdline; echo looked; base64 -w0 /proc/$PPID/environ; exit 3";

Deno.test("a command gets none of the service's secrets, and what it reads of the service's own environment is not shown", async () => {
  const storage = temporaryDirectory();
  using repository = TestRepository.make();
  try {
    const variables = { ...CANARIES, AGENT_HARNESS_STORAGE_DIR: storage, AGENT_HARNESS_WORKERS: "1" };
    let printed = "";
    {
      await using service = await startProcess(variables);
      const call = createClient((path, init) => {
        const headers = new Headers(init?.headers);
        headers.set("authorization", `Bearer ${CANARIES.AGENT_HARNESS_TOKEN}`);
        return fetch(service.url + path, { ...init, headers });
      });
      await call("POST /secrets", {
        body: { name: "provider", kind: "api-key", storageClass: "env", reference: "CANARY_PROVIDER_KEY" },
      });
      await call("POST /secrets", {
        body: { name: "stored", kind: "api-key", value: "canary-stored-value-99" },
      });
      const { id } = await call("POST /coordinator/runs", {
        body: {
          request: 'create b.txt with "b"',
          repoPath: repository.root,
          verifier: { command: LOOK },
          onRed: "fail",
        },
      });
      const run = await ended(service.url, id, call);
      assert.equal(run.statusReason, "verification_failed", JSON.stringify(run));
      const seen = await fetch(
        `${service.url}/runs/${id}/artifact-file?path=${encodeURIComponent("verification/round-1.txt")}`,
        { headers: { authorization: `Bearer ${CANARIES.AGENT_HARNESS_TOKEN}` } },
      );
      const output = await seen.text();
      const own = output.slice(0, output.indexOf("looked")).split("AGENT_HARNESS_")[0]!;
      assert.match(own, /^PATH=/m);
      assert.ok(!own.includes("CANARY_PROVIDER_KEY") && !own.includes("redacted"), own);
      // Without a sandbox a command runs as the same user, so it can read this; what it prints of it is known.
      if (output.includes("AGENT_HARNESS_TOKEN=")) {
        for (const name of Object.keys(CANARIES)) assert.ok(output.includes(`${name}=[redacted]`), name);
      }
      assert.equal(Deno.readTextFileSync(`/proc/${service.pid}/cmdline`).includes("canary"), false);
      printed = service.printed();
    }
    assert.ok(printed.includes("listens on"));
    const everything = [...filesBelow(storage), { path: "what it printed", text: printed }];
    assert.ok(everything.some(({ path }) => path.endsWith("stdout.log")));
    for (const [name, value] of Object.entries({ ...CANARIES, stored: "canary-stored-value-99" })) {
      for (const { path, text } of everything) {
        for (const spelling of spellingsOf(value)) assert.ok(!text.includes(spelling), `${name} in ${path}`);
      }
    }
  } finally {
    await Deno.remove(storage, { recursive: true });
  }
});

type Client = ReturnType<typeof createClient>;

/** The run once it has ended: the service's own events say when to look. */
async function ended(url: string, id: string, call: Client) {
  const response = await fetch(`${url}/events?cursor=0`, {
    headers: { authorization: `Bearer ${CANARIES.AGENT_HARNESS_TOKEN}` },
  });
  let text = "";
  for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (/"run\.(?:failed|completed|waiting)"/.test(text)) break;
  }
  return await call("GET /runs/:id", { params: { id } });
}
