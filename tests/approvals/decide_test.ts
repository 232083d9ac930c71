import assert from "node:assert/strict";
import { REVIEWED, TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { approvePending, runToRest } from "../runs/scenario.ts";

const THREE_HUNKS = Array.from({ length: 60 }, (_, i) => `line ${i}\n`).join("");
const EDIT_THREE = ["line 1\\n", "line 30\\n", "line 58\\n"].map((line) =>
  `replace "${line}" with "changed ${line}" in a.txt`
).join("\n");

Deno.test("POST /approvals/:id/approve needs all three flags for a repository write", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const waiting = await runToRest(h, repository, { request: 'create b.txt with "b"' });
  const path = `/approvals/${pendingOf(waiting).id}/approve`;
  for (let bits = 0; bits < 7; bits++) {
    const flags = {
      reviewedEvidence: !!(bits & 1),
      reviewedHashes: !!(bits & 2),
      reviewedPolicyClass: !!(bits & 4),
    };
    const { status, body } = await h.json("POST", path, { actorType: "human", ...flags });
    assert.equal(status, 400);
    for (const [flag, given] of Object.entries(flags)) {
      assert.equal(body.error.includes(flag), !given, body.error);
    }
  }
  for (const actorType of [undefined, "agent", "", 7]) {
    assert.equal((await h.json("POST", path, { ...REVIEWED, actorType })).status, 400);
  }
  assert.equal((await h.json("POST", path, { ...REVIEWED, actorType: "coordinator" })).status, 403);
  assert.equal((await h.json("POST", path, REVIEWED, "agent-token")).status, 403);
  assert.equal(repository.exists("b.txt"), false);
  assert.deepEqual(
    (await h.settled(waiting.id)).traces.total,
    waiting.traces.total,
    "no refusal left an event",
  );
});

Deno.test("a decision is made once: another one is refused naming it, racing ones leave one winner", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const waiting = await runToRest(h, repository, { request: 'create b.txt with "b"' });
  const { id } = pendingOf(waiting);
  const answers = await Promise.all(
    Array.from(
      { length: 8 },
      (_, i) =>
        i % 2 === 0
          ? h.json("POST", `/approvals/${id}/approve`, REVIEWED)
          : h.json("POST", `/approvals/${id}/reject`, { actorType: "human" }),
    ),
  );
  assert.deepEqual(answers.map(({ status }) => status), [200, 400, 200, 400, 200, 400, 200, 400]);
  assert.match(answers[1]!.body.error, /was approved/);
  assert.equal(repository.read("b.txt"), "b");
  const events = h.store.events.ofRun(waiting.id, 0, 1000).map(({ type }) => type);
  assert.equal(events.filter((type) => type === "approval.approved").length, 1);
  assert.equal(events.filter((type) => type === "approval.applied").length, 1);
});

Deno.test("acceptedHunks apply nothing; exactly those hunks are verified and shown again", async () => {
  using repository = TestRepository.make({ "a.txt": THREE_HUNKS });
  await using h = await harness({ workers: 1 });
  const waiting = await runToRest(h, repository, {
    request: EDIT_THREE,
    verifier: { command: "grep -c changed a.txt" },
  });
  const evidence = pendingOf(waiting).evidence[0]!;
  assert.ok(evidence.kind === "repo-write-patch-bundle");
  const hunks = evidence.files[0]!.hunks.map((hunk) => hunk.id);
  assert.equal(hunks.length, 3);
  const unknown = await h.json("POST", `/approvals/${pendingOf(waiting).id}/approve`, {
    ...REVIEWED,
    acceptedHunks: ["nope"],
  });
  assert.equal(unknown.status, 400);

  const superseded = await h.operator("POST /approvals/:id/approve", {
    params: { id: pendingOf(waiting).id },
    body: { ...REVIEWED, acceptedHunks: [hunks[0]!, hunks[2]!] },
  });
  assert.equal(superseded.status, "superseded");
  const again = await h.settled(waiting.id);
  assert.equal(repository.read("a.txt"), THREE_HUNKS);
  assert.notEqual(pendingOf(again).id, superseded.id);
  assert.equal(again.evaluation?.round, 2);
  const done = await approvePending(h, again);
  assert.equal(done.status, "completed");
  const expected = THREE_HUNKS.replace("line 1\n", "changed line 1\n").replace(
    "line 58\n",
    "changed line 58\n",
  );
  assert.equal(repository.read("a.txt"), expected);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("rejecting with rework goes back to the worker with the note, on top of what it did", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 2 });
  const waiting = await runToRest(h, repository, { request: 'create b.txt with "b"\ncreate c.txt with "c"' });
  await h.operator("POST /approvals/:id/reject", {
    params: { id: pendingOf(waiting).id },
    body: { actorType: "human", disposition: "rework", reviewerNote: 'replace "b" with "better" in b.txt' },
  });
  const again = await h.settled(waiting.id);
  assert.equal(again.round, 2, again.statusDetail);
  const done = await approvePending(h, again);
  assert.equal(done.status, "completed", done.statusDetail);
  assert.equal(repository.read("b.txt"), "better");
  assert.equal(repository.read("c.txt"), "c");
});

Deno.test("a rework note that the worker does not understand waits for guidance", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const waiting = await runToRest(h, repository, { request: 'create b.txt with "b"' });
  await h.operator("POST /approvals/:id/reject", {
    params: { id: pendingOf(waiting).id },
    body: { actorType: "human", disposition: "rework", reviewerNote: "say it in British English" },
  });
  const stuck = await h.settled(waiting.id);
  assert.equal(stuck.waitingFor?.kind, "input");
  assert.match(stuck.waitingFor!.detail, /British English/);
  const session = await h.operator("POST /task-sessions/:id/guidance", {
    params: { id: stuck.waitingFor!.id },
    body: { content: 'replace "b" with "colour" in b.txt' },
  });
  assert.equal(session.guidance.at(-1)?.status, "pending");
  const again = await h.settled(waiting.id);
  await approvePending(h, again);
  assert.equal(repository.read("b.txt"), "colour");
  const details = await h.operator("GET /task-sessions/:id", { params: { id: stuck.waitingFor!.id } });
  assert.equal(details.guidance.at(-1)?.status, "consumed");
  assert.ok(details.guidance.at(-1)!.consumedAtSequence! > 0);
});

Deno.test("an approval that meets drift writes nothing; a retried card redoes the work on the present state", async () => {
  using repository = TestRepository.make({ "a.txt": "one\n", "b.txt": "two\n" });
  await using h = await harness({ workers: 1 });
  const waiting = await runToRest(h, repository, { request: 'replace "one" with "1" in a.txt' });
  repository.write({ "a.txt": "one\nmine\n" });
  const decided = await h.operator("POST /approvals/:id/approve", {
    params: { id: pendingOf(waiting).id },
    body: REVIEWED,
  });
  assert.equal(decided.status, "approved");
  assert.equal(decided.application, "stale");
  assert.equal(repository.read("a.txt"), "one\nmine\n");
  const stale = await h.settled(waiting.id);
  assert.equal(stale.status, "waiting");
  assert.equal(stale.nextMove?.owner, "human");

  repository.commit({}, "keep mine");
  const card = stale.tasks[0]!.taskId;
  await h.operator("POST /runs/:id/task-cards/:taskId/retry", {
    params: { id: waiting.id, taskId: card },
    body: {},
  });
  const again = await h.settled(waiting.id);
  assert.equal(again.round, 2, again.statusDetail);
  await approvePending(h, again);
  assert.equal(repository.read("a.txt"), "1\nmine\n");
});

Deno.test("other commits and edits are not drift", async () => {
  using repository = TestRepository.make({ "a.txt": "one\n", "b.txt": "two\n" });
  await using h = await harness({ workers: 1 });
  const waiting = await runToRest(h, repository, { request: 'replace "one" with "1" in a.txt' });
  repository.commit({ "b.txt": "three\n" });
  repository.write({ "new.txt": "x" });
  const done = await approvePending(h, waiting);
  assert.equal(done.status, "completed");
  assert.equal(repository.read("a.txt"), "1\n");
});

Deno.test("a bundle that was edited after the review is not applied", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const waiting = await runToRest(h, repository, { request: 'create b.txt with "b"' });
  const path = h.service.artifacts.path(waiting.bundle!.patchSha256);
  await Deno.writeTextFile(path, (await Deno.readTextFile(path)).replace("+b", "+x"));
  const decided = await h.operator("POST /approvals/:id/approve", {
    params: { id: pendingOf(waiting).id },
    body: REVIEWED,
  });
  assert.equal(decided.application, "stale");
  assert.match(decided.applicationDetail!, /changed/);
  assert.equal(repository.exists("b.txt"), false);
});

Deno.test("a decision that is repeated waits for what became of it, and not for the work that came after", async () => {
  using repository = TestRepository.make({ "a.txt": "one\n" });
  let repeat: (() => Promise<unknown>) | null = null;
  let answered: unknown = "no answer";
  const boundary = async () => {
    const asking = repeat?.();
    if (!asking) return;
    repeat = null;
    asking.then((answer) => answered = answer);
    const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
    for (let turns = 0; turns < 1000 && answered === "no answer"; turns++) await turn();
  };
  await using h = await harness({ workers: 1, boundary });
  const waiting = await runToRest(h, repository, { request: 'replace "one" with "1" in a.txt' });
  const { id } = pendingOf(waiting);
  const approve = async () => {
    const { status, body } = await h.json("POST", `/approvals/${id}/approve`, REVIEWED);
    return [status, body.application];
  };
  repository.write({ "a.txt": "one\nmine\n" });
  assert.deepEqual(await approve(), [200, "stale"]);
  repository.commit({}, "keep mine");
  repeat = approve;
  const params = { id: waiting.id, taskId: waiting.tasks[0]!.taskId };
  await h.operator("POST /runs/:id/task-cards/:taskId/retry", { params, body: {} });
  assert.equal((await h.settled(waiting.id)).round, 2);
  assert.deepEqual(answered, [200, "stale"]);
});
