import assert from "node:assert/strict";
import { callerOf } from "../../routes/access.ts";
import { codeOf } from "../checks/interface.ts";
import { harness } from "../harness.ts";
import { CREDENTIALS, headersOf, MODES, refusalOf } from "./callers.ts";
import { ENDPOINTS, pathWith, sentenceOf } from "./endpoints.ts";

for (const [mode, tokens] of Object.entries(MODES)) {
  Deno.test(`with ${mode}: every endpoint admits and refuses each credential as the interface says`, async () => {
    await using h = await harness(tokens);
    for (const [name, credential] of Object.entries(CREDENTIALS)) {
      for (const { key, method, path } of ENDPOINTS) {
        const expected = refusalOf({ mode, credential: name, key, code: codeOf(key) ?? "none" });
        const target = pathWith(path) + (credential.query ? `?${credential.query}` : "");
        const before = h.store.head;
        const response = await h.send(target, { method, headers: headersOf(credential) }, null);
        const what = `${key} with ${name}`;
        const sentence = await sentenceOf(response);
        if (expected === null) {
          assert.ok(
            response.status !== 401 && response.status !== 403,
            `${what}: ${response.status} ${sentence}`,
          );
          continue;
        }
        assert.equal(response.status, expected, what);
        assert.match(sentence!, /^[A-Z].*\.$/, what);
        assert.equal(h.store.head, before, `${what} left an event`);
      }
    }
  });
}

Deno.test("a refusal says nothing of the tokens that are configured", async () => {
  await using h = await harness();
  for (const { key, method, path } of ENDPOINTS) {
    const response = await h.send(pathWith(path), { method }, "someone-else");
    const text = await response.text();
    assert.doesNotMatch(text, /operator-token|agent-token|someone-else/, key);
  }
});

Deno.test("refused requests are not read: a huge body without a token is 401, not 400", async () => {
  await using h = await harness();
  let pulled = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      pulled++;
      controller.enqueue(new Uint8Array(64 * 1024));
    },
  });
  const headers = { "content-type": "application/json" };
  const response = await h.send("/coordinator/runs", { method: "POST", headers, body }, null);
  assert.equal(response.status, 401);
  assert.ok(pulled <= 1, `${pulled} chunks were read`);
  await response.body?.cancel();
});

Deno.test("a token of any length and alphabet lets in itself alone, and nothing that it begins with", () => {
  for (const length of [1, 64, 127, 128, 129, 500]) {
    const token = "a".repeat(length);
    const identify = callerOf({ operator: token, agent: null });
    assert.equal(identify(`Bearer ${token}`), "operator", `${length}`);
    for (const other of [`${token}a`, token.slice(1), `${token.slice(1)}b`]) {
      assert.equal(identify(`Bearer ${other}`), "anonymous", `${length}: ${other.length}`);
    }
  }
  const beyond = callerOf({ operator: `${"a".repeat(127)}\u00fc`, agent: null });
  assert.equal(beyond(`Bearer ${"a".repeat(127)}`), "anonymous");
});
