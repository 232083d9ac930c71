import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { TestRepository } from "../git.ts";
import type { Harness } from "../harness.ts";
import { atThree, automate, onClocks, outcomes } from "./scenario.ts";

type Scheme = "shared_secret" | "standard_webhooks" | "github";

const BODY = '{"n":1}';
const ID = "msg_1";

/** The headers of somebody who has a key, by each scheme. */
function headersOf(scheme: Scheme, key: string | Uint8Array, now: number): Record<string, string> {
  switch (scheme) {
    case "shared_secret":
      return { "x-agent-harness-webhook-secret": String(key) };
    case "github":
      return { "x-hub-signature-256": `sha256=${createHmac("sha256", key).update(BODY).digest("hex")}` };
    case "standard_webhooks": {
      const timestamp = String(Math.floor(now / 1000));
      const signature = createHmac("sha256", key).update(`${ID}.${timestamp}.${BODY}`).digest("base64");
      return { "webhook-id": ID, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
    }
  }
}

async function send(h: Harness, headers: Record<string, string>, body: string = BODY, path = "build") {
  const init = { method: "POST", headers: { host: "hooks.example.org", ...headers }, body };
  const response = await h.send(`/automation-webhooks/${path}`, init, null);
  return { status: response.status, body: await response.json() };
}

async function listen(h: Harness, root: string, verification: Scheme, value: string, path = "build") {
  const name = `hook/${crypto.randomUUID()}`;
  const { id: secretId } = await h.operator("POST /secrets", { body: { name, kind: "webhook", value } });
  const trigger = { kind: "webhook", path, secretId, verification };
  return { secretId, ...await automate(h, root, { trigger, overlap: "allow_all" }) };
}

Deno.test("without its secret an automation accepts no delivery, whatever the sender makes of that: an empty key, or none", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  for (const scheme of ["shared_secret", "standard_webhooks", "github"] as const) {
    const path = scheme.replaceAll("_", "-");
    const value = "a-secret-that-two-parties-know";
    const { secretId, id } = await listen(h, repository.root, scheme, value, path);
    assert.equal(
      (await send(h, headersOf(scheme, value, clocks.wall), BODY, path)).status,
      202,
      "the control",
    );
    await h.operator("POST /secrets/:id/delete", { params: { id: secretId } });
    for (const key of ["", "undefined", "null", secretId, value]) {
      const { status } = await send(h, headersOf(scheme, key, clocks.wall), BODY, path);
      assert.equal(status, 401, `${scheme}, signed with "${key}"`);
    }
    assert.equal((await send(h, {}, BODY, path)).status, 401);
    assert.deepEqual(await outcomes(h, id), ["fired"]);
  }
});

Deno.test("a Standard Webhooks secret is read as its sender reads it: with whsec_, as Base64 without it, or literally; never as an empty key", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  const key = crypto.getRandomValues(new Uint8Array(24));
  const base64 = key.toBase64();
  const accepted: [string, string | Uint8Array][] = [
    [`whsec_${base64}`, key],
    [base64, key],
    [base64, base64],
    ["no-base64-but-a-literal-secret", "no-base64-but-a-literal-secret"],
    ["whsec_no-base64-at-all!", "whsec_no-base64-at-all!"],
  ];
  for (const [i, [value, signer]] of accepted.entries()) {
    const path = `path-${i}`;
    await listen(h, repository.root, "standard_webhooks", value, path);
    const { status } = await send(h, headersOf("standard_webhooks", signer, clocks.wall), BODY, path);
    assert.equal(status, 202, value);
    for (const wrong of ["", "another key"]) {
      const refused = await send(h, headersOf("standard_webhooks", wrong, clocks.wall), BODY, path);
      assert.equal(refused.status, 401, `${value}, signed with "${wrong}"`);
    }
  }
});

Deno.test("an Idempotency-Key that comes with another body is refused, as elsewhere: nothing that was sent is lost in silence", async () => {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree());
  const value = "a-secret-that-two-parties-know";
  const { id } = await listen(h, repository.root, "shared_secret", value);
  const keyed = { ...headersOf("shared_secret", value, 0), "idempotency-key": "k" };
  assert.equal((await send(h, keyed, '{"n":1}')).status, 202);
  assert.equal((await send(h, keyed, '{"n":1}')).body.fires[0].outcome, "deduplicated");
  const both = await Promise.all(['{"n":2}', ""].map((body) => send(h, keyed, body)));
  for (const { status, body } of both) {
    assert.equal(status, 400);
    assert.match(body.error, /used for a delivery with another body. Use a new key/);
  }
  assert.deepEqual(await outcomes(h, id), ["fired", "deduplicated"]);
});

Deno.test("a delivery that is a form is refused with the setting that makes its sender send JSON", async () => {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree());
  const value = "a-secret-that-two-parties-know";
  await listen(h, repository.root, "shared_secret", value);
  const headers = headersOf("shared_secret", value, 0);
  const { status, body } = await send(h, headers, `payload=${encodeURIComponent('{"action":"opened"}')}`);
  assert.equal(status, 400);
  assert.match(body.error, /is a form .* Set the content type of the webhook to application\/json/);
  assert.doesNotMatch((await send(h, headers, '{"a"=1}')).body.error, /form/);
});
