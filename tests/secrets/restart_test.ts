import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { CANARY, filesWith, restarted, store } from "./secrets_world.ts";

/** Sends a run's request with the stored value in it. */
async function sendValue(h: Harness): Promise<void> {
  using repository = TestRepository.make();
  const events = await h.eventsOf(async () => {
    const body = { request: `create b.txt with '${CANARY}'`, repoPath: repository.root };
    const { status, body: answer } = await h.json("POST", "/coordinator/runs", body);
    assert.equal(status, 400);
    assert.match(answer.error, /"request" holds the value of the secret "canary"/);
  });
  assert.deepEqual(events, []);
}

Deno.test("a stored secret is known from the start of the service, before its first use: a request that contains it is refused", async () => {
  const before = await harness();
  const { id } = await store(before);
  await using h = await restarted(before);
  await sendValue(h);
  assert.deepEqual(filesWith(h.directory, CANARY), []);
  assert.equal((await h.operator("GET /secrets/:id", { params: { id } })).receipts.total, 0);
});

Deno.test("the service starts with a secret that cannot be decrypted, and knows the others", async () => {
  const before = await harness();
  const damaged = await store(before, "another-long-value-0815", { name: "damaged" });
  await store(before);
  const { files } = before.service.vault;
  const [name] = files.list().material.filter((each) => each.id === damaged.id);
  files.write({ id: damaged.id, version: name!.version }, "damaged");
  await using h = await restarted(before);
  await sendValue(h);
});

Deno.test("material that no secret uses is removed at a start, and the log says how much", async () => {
  const before = await harness();
  const { id } = await store(before);
  const { files } = before.service.vault;
  for (const version of [7, 8]) files.write({ id, version }, "left by a killed service");
  const lines: string[] = [];
  await using h = await restarted(before, {
    log: { info: (message) => void lines.push(message), error: () => {} },
  });
  assert.ok(lines.includes("Removed 2 files of secrets that are not in use."), lines.join("\n"));
  assert.deepEqual(h.service.vault.files.list().material, [{ id, version: 1 }]);
});

Deno.test("without its key the service starts, and says which file is missing", async () => {
  const before = await harness();
  await store(before);
  Deno.removeSync(before.service.vault.keyFile);
  const errors: string[] = [];
  await using _ = await restarted(before, {
    log: { info: () => {}, error: (message) => void errors.push(message) },
  });
  assert.equal(errors.length, 1);
  assert.match(errors[0]!, /The key file .* is missing/);
});
