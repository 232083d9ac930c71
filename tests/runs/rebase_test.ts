import assert from "node:assert/strict";
import { REVIEWED, TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { hangs } from "../models/server/reply.ts";
import { works } from "../models/workers/scenario.ts";
import { temporaryDirectory } from "../temporary.ts";
import { CHECK, edit, fixWorld } from "./fix_world.ts";
import { approvePending, runToRest } from "./scenario.ts";

const LINES = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n";
const WORK = { request: 'replace "six" with "SIX" in a.txt', verifier: { command: "grep -q SIX a.txt" } };

const rebase = (h: Harness, id: string) => h.operator("POST /runs/:id/rebase", { params: { id } });

const review = (h: Harness, id: string) => h.operator("GET /approvals/:id", { params: { id } });

Deno.test("a change is merged again onto what was committed meanwhile, verified again, and shown in a separate round", async () => {
  using repository = TestRepository.make({ "a.txt": LINES });
  await using h = await harness({ workers: 1 });
  const first = await runToRest(h, repository, WORK);
  const before = pendingOf(first);
  repository.commit({ "a.txt": LINES.replace("one", "ONE") });
  assert.equal((await review(h, before.id)).drift?.total, 1);

  await rebase(h, first.id);
  const again = await h.settled(first.id);
  const after = pendingOf(again);
  const [old, now] = [await review(h, before.id), await review(h, after.id)];
  assert.deepEqual([old.approval.status, old.nextApprovalId], ["superseded", after.id]);
  assert.deepEqual([after.round, now.drift?.total, after.risk], [2, 0, "low"]);
  assert.notEqual(after.evidenceDigest, before.evidenceDigest);
  assert.equal(again.base!.commit, repository.git("rev-parse", "HEAD").trim());
  assert.equal(again.rebasedFrom, first.base!.commit);
  assert.deepEqual([again.evaluation?.round, again.evaluation?.base], [2, "failed"], "on the new base too");
  assert.deepEqual(again.tasks.map(({ status }) => status), ["completed"], "no task is done again");

  const since = await h.operator("GET /approvals/:id/since", {
    params: { id: after.id },
    query: { from: before.id },
  });
  assert.deepEqual(since.files, [], "what others did to the branch is no change of this work");

  const ended = await approvePending(h, again);
  assert.equal(ended.status, "completed");
  assert.equal(repository.read("a.txt"), LINES.replace("one", "ONE").replace("six", "SIX"));
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("an approved patch that went stale is put on top, also where the branch was rewritten and in no repository at all", async () => {
  using repository = TestRepository.make({ "a.txt": "root\n" });
  repository.commit({ "a.txt": LINES });
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, WORK);
  repository.write({ "a.txt": LINES.replace("one", "ONE") });
  repository.git("commit", "-qa", "--amend", "-m", "rewritten");
  await approvePending(h, run);
  const stale = (await h.settled(run.id)).approvals.find(({ id }) => id === pendingOf(run).id)!;
  assert.equal(stale.application, "stale");
  await rebase(h, run.id);
  await approvePending(h, await h.settled(run.id));
  assert.equal(repository.read("a.txt"), LINES.replace("one", "ONE").replace("six", "SIX"));

  using plain = new TestRepository(temporaryDirectory());
  plain.write({ "a.txt": LINES });
  const other = await runToRest(h, plain, WORK);
  plain.write({ "a.txt": LINES.replace("one", "ONE") });
  await rebase(h, other.id);
  await approvePending(h, await h.settled(other.id));
  assert.equal(plain.read("a.txt"), LINES.replace("one", "ONE").replace("six", "SIX"));
});

Deno.test("a conflict names its files, a dirty file is to be committed first, and where nothing moved there is nothing to do; none changes anything", async () => {
  using repository = TestRepository.make({ "a.txt": LINES, "b.txt": LINES });
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, {
    ...WORK,
    request: `${WORK.request}\nreplace "six" with "SIX" in b.txt`,
  });
  const { id } = pendingOf(run);
  const refused = async (expected: RegExp) => {
    const { status, body } = await h.json("POST", `/runs/${run.id}/rebase`, {});
    assert.deepEqual([status, pendingOf(await h.settled(run.id)).id], [400, id]);
    assert.match(body.error, expected);
  };
  const events = await h.eventsOf(async () => {
    await refused(/is still at the commit [0-9a-f]{12}, from which the work began/);
    repository.commit({ "a.txt": LINES.replace("six", "6"), "c.txt": "c" });
    await refused(
      /cannot be merged onto the commit [0-9a-f]{12}: a\.txt changed there too.*Nothing was changed/,
    );
    repository.commit({ "a.txt": LINES });
    repository.write({ "b.txt": LINES.replace("one", "not committed") });
    await refused(/differ from the commit [0-9a-f]{12}: b\.txt\. Nothing was changed\. Commit or stash/);
    const whole = LINES.replace("six", "SIX");
    repository.commit({ "a.txt": whole, "b.txt": whole });
    await refused(/already contains the whole change/);
  });
  assert.deepEqual(events, []);
  assert.equal((await h.json("POST", `/runs/${run.id}/rebase`, {}, "agent-token")).status, 403);
  await h.operator("POST /runs/:id/pause", { params: { id: run.id } });
  assert.match(
    (await h.json("POST", `/runs/${run.id}/rebase`, {})).body.error,
    /is paused and has no patch/,
  );
});

Deno.test("drift that comes after it is told and can be put right the same way, and rework continues from what was merged", async () => {
  using repository = TestRepository.make({ "a.txt": LINES });
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, WORK);
  repository.commit({ "a.txt": LINES.replace("one", "ONE") });
  await rebase(h, run.id);
  const second = pendingOf(await h.settled(run.id));
  repository.commit({ "a.txt": LINES.replace("one", "ONE").replace("two", "TWO") });
  assert.match((await review(h, second.id)).approval.reasons.join(" "), /differs from the base/);
  await rebase(h, run.id);
  const third = pendingOf(await h.settled(run.id));
  assert.deepEqual([third.round, (await review(h, third.id)).drift?.total], [3, 0]);

  await h.operator("POST /approvals/:id/reject", {
    params: { id: third.id },
    body: {
      actorType: "human",
      disposition: "rework",
      reviewerNote: 'replace "seven" with "SEVEN" in a.txt',
    },
  });
  const reworked = await h.settled(run.id);
  assert.equal(reworked.evaluation?.outcome, "passed", reworked.evaluation?.detail);
  await approvePending(h, reworked);
  assert.equal(repository.read("a.txt"), "ONE\nTWO\nthree\nfour\nfive\nSIX\nSEVEN\n");
});

Deno.test("a task that is retried after it is done again on the new base, with all others, and takes nothing of the branch back", async () => {
  using repository = TestRepository.make({ "a.txt": LINES });
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, { request: `${WORK.request}\ncreate b.txt with "b"` });
  repository.commit({ "a.txt": LINES.replace("one", "ONE"), "c.txt": "theirs\n" });
  await rebase(h, run.id);
  await h.settled(run.id);
  await h.operator("POST /runs/:id/task-cards/:taskId/retry", {
    params: { id: run.id, taskId: run.tasks.at(-1)!.taskId },
    body: {},
  });
  const again = await h.settled(run.id);
  assert.equal(again.rebasedFrom, undefined, "the tasks worked on this base");
  const bundle = pendingOf(again).evidence[0]!;
  assert.ok(bundle.kind === "repo-write-patch-bundle");
  assert.deepEqual(bundle.files.map(({ path }) => path).sort(), ["a.txt", "b.txt"]);
  await approvePending(h, again);
  assert.equal(repository.read("a.txt"), LINES.replace("one", "ONE").replace("six", "SIX"));
  assert.equal(repository.read("c.txt"), "theirs\n");
});

Deno.test("a fix round that a person stopped is not begun again where a task is retried on another base", async () => {
  const stuck = Promise.withResolvers<void>();
  await using world = await fixWorld(works(edit("hello", "one")), () => {
    stuck.resolve();
    return hangs("first_token");
  });
  const { h, repository } = world;
  const { id } = await world.create("Count to three.", { verifier: CHECK });
  await stuck.promise;
  await h.operator("POST /runs/:id/stop-fixing", { params: { id } });
  await h.settled(id);
  repository.commit({ "c.txt": "theirs\n" });
  await rebase(h, id);
  const { tasks } = await h.settled(id);
  const params = { id, taskId: tasks[0]!.taskId };
  await h.operator("POST /runs/:id/task-cards/:taskId/retry", { params, body: {} });
  const again = await h.operator("GET /runs/:id", { params: { id } });
  const statusOf = (task: { id: string }) => again.tasks.find((each) => each.id === task.id)!.status;
  assert.deepEqual(tasks.map(({ role }) => role), ["worker", "fixer"]);
  assert.equal(statusOf(tasks[1]!), "cancelled");
  await h.operator("POST /runs/:id/cancel", { params: { id } });
});

Deno.test("a verifier of the agent token that names a file which changed is asked for again, and a red result is shown even with onRed fail", async () => {
  using repository = TestRepository.make({ "a.txt": LINES, "check.sh": "grep -q SIX a.txt\n" });
  await using h = await harness({ workers: 1 });
  await approvePending(h, await runToRest(h, repository, { request: 'create x.md with "x"' }));
  const asked = { ...WORK, verifier: { command: "sh check.sh" }, onRed: "fail" as const };
  const admitted = await approvePending(h, await runToRest(h, repository, asked, "agent"));
  assert.equal(pendingOf(admitted).policyClass, "repo-write");
  repository.commit({ "check.sh": "grep -q SIX a.txt && exit 3\n" });
  await rebase(h, admitted.id);
  const held = await h.settled(admitted.id);
  assert.deepEqual([pendingOf(held).policyClass, pendingOf(held).commands], ["command", ["sh check.sh"]]);
  const red = await approvePending(h, held);
  assert.deepEqual([pendingOf(red).risk, red.evaluation?.exitCode], ["high", 3]);
  await h.operator("POST /approvals/:id/approve", { params: { id: pendingOf(red).id }, body: REVIEWED });
  assert.equal((await h.settled(red.id)).status, "completed");
  assert.deepEqual(h.rebuildDifferences(), []);
});
