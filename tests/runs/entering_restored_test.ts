import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { restoreBackup } from "../../services/operations/backups/restore.ts";
import { TestRepository } from "../git.ts";
import { Harness, harness } from "../harness.ts";
import { temporaryDirectory } from "../temporary.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { enter } from "./enter.ts";
import { approvePending, runToRest } from "./scenario.ts";

const write = (directory: string | null, name: string, text: string) =>
  Deno.writeTextFileSync(join(directory!, name), text);

/** Backs up a service, ends it, and opens one on what the backup restores. */
async function restored(h: Harness): Promise<Harness> {
  const { path } = await h.operator("POST /control-plane/backups", { body: {} });
  await h.service.backups.idle();
  const to = join(temporaryDirectory(), "to");
  const report = await restoreBackup(path!, to, null);
  assert.ok(report.ok, JSON.stringify(report.checks));
  await h.close();
  return await Harness.open({ workers: 1 }, to);
}

for (
  const [where, request] of [
    ["a task that failed", "run test -e there.txt"],
    ["the result under review", 'create b.txt with "b"'],
  ] as const
) {
  Deno.test(`a backup from while a person was in ${where} is restored: they are let in again, into a new worktree`, async () => {
    using repository = TestRepository.make();
    const before = await harness({ workers: 1 });
    const { id } = await runToRest(before, repository, { request });
    const { place } = await enter(before, id, { by: "Anna" });
    write(place.directory, "lost.txt", "in no backup\n");
    await using h = await restored(before);
    await h.until(id, ({ tasks }) => tasks.some(({ entered }) => entered !== undefined));
    const [found] = await h.operator("GET /runs/:id/entered", { params: { id } });
    assert.deepEqual([found?.state, found?.by], ["entered", "Anna"]);
    assert.match(found!.detail, /The worktree was lost/);
    const again = await enter(h, id);
    assert.equal(again.place.directory, found!.directory);
    assert.ok(
      existsSync(join(found!.directory!, "a.txt")) && !existsSync(join(found!.directory!, "lost.txt")),
    );
    write(found!.directory, "there.txt", "by hand\n");
    await h.operator("POST /runs/:id/hand-back", { params: { id }, body: {} });
    await h.until(id, ({ approvals }) => approvals.some(({ status }) => status === "pending"));
    const ended = await approvePending(h, await h.settled(id));
    assert.equal(ended.status, "completed", ended.statusDetail);
    assert.equal(repository.read("there.txt"), "by hand\n");
    assert.equal(repository.exists("b.txt"), where === "the result under review");
    assert.deepEqual(h.rebuildDifferences(), []);
  });
}

Deno.test("what was handed back before a backup is in the worktree again where its work has to be repeated", async () => {
  using repository = TestRepository.make();
  const before = await harness({ workers: 1 });
  const { id } = await runToRest(before, repository, { request: 'create b.txt with "b"' });
  const handBack = (h: Harness) => h.operator("POST /runs/:id/hand-back", { params: { id }, body: {} });
  const inRound = (h: Harness, round: number) =>
    h.until(
      id,
      (run) => run.round === round && run.status === "waiting" && run.waitingFor?.kind === "approval",
    );
  for (const [stay, name] of ["one.txt", "two.txt"].entries()) {
    const { place } = await enter(before, id, { by: "Anna" });
    write(place.directory, name, "by hand\n");
    await handBack(before);
    await inRound(before, stay + 2);
  }
  await using h = await restored(before);
  const rework = {
    actorType: "human",
    disposition: "rework",
    reviewerNote: 'create c.txt with "c"',
  } as const;
  const { id: approval } = pendingOf(await h.settled(id));
  await h.operator("POST /approvals/:id/reject", { params: { id: approval }, body: rework });
  for (const name of ["one.txt", "two.txt"]) {
    await h.until(id, ({ tasks }) => tasks.some(({ entered }) => entered !== undefined));
    const [found] = await h.operator("GET /runs/:id/entered", { params: { id } });
    assert.deepEqual([found!.state, found!.by], ["entered", "Anna"]);
    assert.match(found!.detail, /begins with what had been handed back before its work was lost/);
    assert.equal(Deno.readTextFileSync(join(found!.directory!, name)), "by hand\n");
    await handBack(h);
    await h.until(id, ({ tasks }) => !tasks.some(({ entered }) => entered?.at === found!.since));
  }
  await h.until(id, ({ approvals }) => approvals.some(({ status }) => status === "pending"));
  const ended = await approvePending(h, await h.settled(id));
  assert.equal(ended.status, "completed", ended.statusDetail);
  assert.deepEqual(["b.txt", "one.txt", "two.txt", "c.txt"].map((path) => repository.exists(path)), [
    true,
    true,
    true,
    true,
  ]);
  assert.deepEqual(h.rebuildDifferences(), []);
});
