import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { startFixture } from "./fixture.ts";

const REVIEWED = ["--yes", "--reviewed-evidence", "--reviewed-hashes", "--reviewed-policy-class"];
const MINE = "mine\n2\n3\n4\n5\n6\n";

/** A run that waits for a review of notes.txt, of which a person has changed the first line meanwhile. */
async function startDirty(fixture: Awaited<ReturnType<typeof startFixture>>) {
  const root = await fixture.repository();
  const repository = new TestRepository(root);
  repository.write({ "notes.txt": "1\n2\n3\n4\n5\n6\n" });
  repository.git("add", "notes.txt");
  repository.git("commit", "-qm", "notes");
  const waiting = await fixture.waitingRun('append "theirs" to notes.txt', root);
  repository.write({ "notes.txt": MINE });
  return { ...waiting, repository };
}

Deno.test("a review of files with uncommitted changes says what helps, and that helps", async () => {
  await using fixture = await startFixture();
  const { id, approvalId, repository } = await startDirty(fixture);
  const seen = await fixture.run(["review", approvalId]);
  const rebase = `rebase the change: agent-harness runs rebase ${id}`;
  assert.ok(seen.stdout.includes(`Undo what was changed there, or commit it and ${rebase}`), seen.stdout);
  const refused = await fixture.run(["runs", "rebase", id]);
  assert.equal(refused.code, 2, "there is no other commit yet");
  const vain = await fixture.run(["review", approvalId, ...REVIEWED]);
  assert.equal(vain.code, 1);
  assert.ok(vain.stderr.includes("Nothing was decided: touched files have changed"), vain.stderr);
  assert.ok(vain.stderr.includes(`Undo what was changed there, or commit it and ${rebase}`), vain.stderr);
  const again = await fixture.run(["review", approvalId]);
  assert.equal(again.stdout, seen.stdout, "the approval still waits");
  repository.git("commit", "-qam", "mine");
  const rebased = await fixture.run(["runs", "rebase", id]);
  assert.equal(rebased.code, 0, rebased.stderr);
});

Deno.test("a review of files with uncommitted changes can be delivered to a branch", async () => {
  await using fixture = await startFixture();
  const { approvalId, repository } = await startDirty(fixture);
  const branch = await fixture.run(["review", approvalId, ...REVIEWED, "--delivery", "branch"]);
  assert.equal(branch.code, 0, branch.stderr);
  assert.equal(repository.read("notes.txt"), MINE);
});
