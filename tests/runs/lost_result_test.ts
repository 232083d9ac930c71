import assert from "node:assert/strict";
import { join } from "node:path";
import { REVIEWED, TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { approvePending, runToRest } from "./scenario.ts";

const LINES = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n";
const DONE = LINES.replace("six", "SIX");
const WORK = { request: 'replace "six" with "SIX" in a.txt\ncreate b.txt with "b"' };

/** Removes the git objects of runs, which a backup does not contain. */
const loseObjects = (h: Harness) => Deno.remove(join(h.directory, "repositories"), { recursive: true });

/** The text of a repository's files. */
const textsOf = (repository: TestRepository) =>
  ["a.txt", "b.txt"].map((path) => repository.exists(path) ? repository.read(path) : null);

Deno.test("a run whose git objects were lost, as in a restored backup, is undone from its patch", async () => {
  using repository = TestRepository.make({ "a.txt": LINES });
  await using h = await harness({ workers: 1 });
  const { id } = await approvePending(h, await runToRest(h, repository, WORK));
  assert.deepEqual(textsOf(repository), [DONE, "b"]);
  await loseObjects(h);
  const { id: undoId } = await h.operator("POST /runs/:id/undo", { params: { id } });
  const done = await h.operator("POST /approvals/:id/approve", { params: { id: undoId }, body: REVIEWED });
  assert.equal(done.application, "applied", done.applicationDetail);
  assert.deepEqual(textsOf(repository), [LINES, null]);
});

Deno.test("a result whose git objects were lost is rebased from its patch, and compared with its next round", async () => {
  using repository = TestRepository.make({ "a.txt": LINES });
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, WORK);
  repository.commit({ "a.txt": LINES.replace("one", "ONE") });
  await loseObjects(h);
  await h.operator("POST /runs/:id/rebase", { params: { id: run.id } });
  const again = await h.settled(run.id);
  await loseObjects(h);
  const since = await h.operator("GET /approvals/:id/since", {
    params: { id: pendingOf(again).id },
    query: { from: pendingOf(run).id },
  });
  assert.deepEqual(since.files, []);
  await approvePending(h, again);
  assert.deepEqual(textsOf(repository), [DONE.replace("one", "ONE"), "b"]);
});

Deno.test("a run whose patch does not make its result again says why it cannot be undone", async () => {
  using repository = TestRepository.make({ "a.txt": LINES });
  await using h = await harness({ workers: 1 });
  const { id } = await approvePending(h, await runToRest(h, repository, WORK));
  repository.git("checkout", "-q", "--orphan", "other");
  repository.git("commit", "-qm", "Begin again");
  repository.git("branch", "-qD", "main");
  repository.git("reflog", "expire", "--expire=now", "--all");
  repository.git("gc", "-q", "--prune=now");
  await loseObjects(h);
  const { status, body } = await h.json("POST", `/runs/${id}/undo`);
  assert.equal(status, 400);
  assert.match(body.error, /git objects of .* are no longer there, and its patch does not make them again/);
});
