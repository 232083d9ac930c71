import assert from "node:assert/strict";
import { contextFor, record } from "../../services/ground/kernel/context.ts";
import { automationStream } from "../../store/automations/stream.ts";
import { erase } from "../../store/erase.ts";
import { deliver, listening } from "../automations/deliver.ts";
import { TestRepository } from "../git.ts";
import { Harness } from "../harness.ts";
import { filesWith } from "../secrets/secrets_world.ts";
import { temporaryDirectory } from "../temporary.ts";

/** Deletes an automation to which something was sent, and stops the service before that is erased, too. */
async function stoppedAtDeletion(h: Harness, root: string) {
  const sent = `sent-${crypto.randomUUID()}`;
  const { id } = await listening(h, { kind: "run", request: 'create b.txt with "b"', repoPath: root });
  await deliver(h, { sent });
  const ctx = contextFor(h.service, "operator");
  await h.store.commit(() => {
    const [tombstone] = record(ctx, automationStream, id, [{ type: "automation.deleted", data: {} }]);
    erase(h.store, { stream: `automation/${id}` }, tombstone!.seq);
  });
  await h.close();
  return { id, sent };
}

Deno.test("what was sent to an automation is erased with it, also if the service is stopped in between", async () => {
  using repository = TestRepository.make();
  for (const finish of ["maintenance", "again"] as const) {
    const directory = temporaryDirectory();
    const { id, sent } = await stoppedAtDeletion(await Harness.open({}, directory), repository.root);
    await using h = await Harness.open({}, directory);
    assert.notDeepEqual(filesWith(directory, sent), [], "the control: it was kept");
    if (finish === "maintenance") await h.composition.maintenance.runOnce();
    else await h.operator("DELETE /automations/:id", { params: { id } });
    assert.deepEqual(filesWith(directory, sent), [], finish);
    assert.deepEqual(h.rebuildDifferences(), []);
  }
});

Deno.test("maintenance erases nothing of what still exists", async () => {
  using repository = TestRepository.make();
  await using h = await Harness.open();
  const sent = `sent-${crypto.randomUUID()}`;
  await listening(h, { kind: "run", request: 'create b.txt with "b"', repoPath: repository.root });
  await deliver(h, { sent });
  await h.composition.maintenance.runOnce();
  assert.notDeepEqual(filesWith(h.directory, sent), []);
});
