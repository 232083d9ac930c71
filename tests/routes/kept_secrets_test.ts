import assert from "node:assert/strict";
import { onProvider } from "../financelink/financelink_world.ts";
import { Harness } from "../harness.ts";
import { configure, linked } from "../oauth/oauth_world.ts";
import { filesWith } from "../secrets/secrets_world.ts";

/** Sends a creating request with a key; gives its text. */
async function create(h: Harness, path: string, key: string): Promise<string> {
  const headers = { "content-type": "application/json", "idempotency-key": key };
  const response = await h.send(path, { method: "POST", headers, body: "{}" });
  assert.equal(response.status, 201);
  return await response.text();
}

Deno.test("the link token in a kept answer is in no file, and the answer stays the same", async () => {
  await using world = await onProvider();
  const { h } = world;
  const path = "/financelink/link/token/create";
  const first = await create(h, path, "once");
  const { id, linkToken } = JSON.parse(first);
  await h.store.durable();
  assert.deepEqual(filesWith(h.directory, linkToken), []);
  assert.notDeepEqual(filesWith(h.directory, id), [], "the control: what is recorded is found");
  assert.equal(await create(h, path, "once"), first);
  assert.notEqual(await create(h, path, "twice"), first, "the control");
});

Deno.test("the state of an authorization in a kept answer is in no file, and the answer stays the same", async () => {
  await using world = await linked();
  const { h, server } = world;
  await configure(h, server);
  const path = "/oauth/apps/example/start";
  const first = await create(h, path, "once");
  const state = new URL(JSON.parse(first).authorizationUrl).searchParams.get("state")!;
  await h.store.durable();
  assert.deepEqual(filesWith(h.directory, state), []);
  assert.equal(await create(h, path, "once"), first);
});
