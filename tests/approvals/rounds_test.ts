import assert from "node:assert/strict";
import { REVIEWED, TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { runToRest } from "../runs/scenario.ts";

const REMARKS = [
  { path: "a.txt", side: "after", line: 1, quote: "bye", body: "Politer." },
  { path: "b.txt", side: "before", line: 2, quote: "b", body: "It was better." },
] as const;

/** Sends the patch back that waits, and gives what waits then. */
async function sendBack(h: Harness, runId: string, id: string, reviewerNote: string): Promise<string> {
  await h.operator("POST /approvals/:id/reject", {
    params: { id },
    body: { actorType: "human", disposition: "rework", reviewerNote, remarks: [...REMARKS] },
  });
  return pendingOf(await h.settled(runId)).id;
}

Deno.test("a second round knows what the first was sent back with, and shows what changed since", async () => {
  using repository = TestRepository.make({ "a.txt": "hello\n", "b.txt": "a\nb\n" });
  await using h = await harness({ workers: 1 });
  const request = 'replace "hello" with "bye" in a.txt\nreplace "b" with "c" in b.txt';
  const run = await runToRest(h, repository, { request });
  const first = pendingOf(run).id;
  const second = await sendBack(h, run.id, first, 'replace "bye" with "farewell" in a.txt');
  const review = await h.operator("GET /approvals/:id", { params: { id: second } });
  assert.deepEqual(review.rounds.map(({ id, round, sentBack }) => [id, round, sentBack]), [[first, 1, true]]);
  assert.deepEqual(review.rounds[0]!.remarks.map(({ id: _, ...remark }) => remark), REMARKS);
  const since = await h.operator("GET /approvals/:id/since", {
    params: { id: second },
    query: { from: first },
  });
  assert.deepEqual(since.files.map(({ path }) => path), ["a.txt"]);
  assert.match(since.patch, /^-bye\n\+farewell$/m);
  const third = await sendBack(h, run.id, second, 'replace "c" with "d" in b.txt');
  const later = await h.operator("GET /approvals/:id/since", {
    params: { id: third },
    query: { from: second },
  });
  assert.deepEqual([later.round, later.files.map(({ path }) => path)], [2, ["b.txt"]]);
  const all = await h.operator("GET /approvals/:id", { params: { id: third } });
  assert.deepEqual(all.rounds.map(({ round }) => round), [1, 2]);
  const backwards = await h.json("GET", `/approvals/${first}/since?from=${second}`);
  assert.equal(backwards.status, 400);
  assert.match(backwards.body.error, /is not an earlier round/);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a patch that was sent back and comes again is high risk and speaks for rejecting", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, {
    request: 'create b.txt with "b"',
    verifier: { command: "test -f b.txt" },
  });
  const again = await sendBack(h, run.id, pendingOf(run).id, "run true");
  const { approval } = await h.operator("GET /approvals/:id", { params: { id: again } });
  assert.deepEqual([approval.risk, approval.recommendedAction], ["high", "reject"]);
  assert.match(approval.reasons[0]!, /the same as in round 1, which was sent back/);
  repository.write({ "b.txt": "mine" });
  const drifted = await h.operator("GET /approvals/:id", { params: { id: again } });
  assert.equal(drifted.recommendedAction, "inspect", "drift outranks all advice");
  assert.match(drifted.approval.reasons[0]!, /approving would write nothing/);
});

Deno.test("remarks go with rework alone", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, { request: 'create b.txt with "b"' });
  const path = `/approvals/${pendingOf(run).id}`;
  for (const verb of ["approve", "reject"]) {
    const refused = await h.json("POST", `${path}/${verb}`, { ...REVIEWED, remarks: REMARKS });
    assert.equal(refused.status, 400);
    assert.match(refused.body.error, /remarks are only allowed with the disposition "rework"/);
  }
  assert.equal((await h.settled(run.id)).status, "waiting");
});

Deno.test("sending back again with other remarks, or with the output, is 400 and records nothing; with the same it is 200", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, { request: 'create b.txt with "b"' });
  const { id } = pendingOf(run);
  await sendBack(h, run.id, id, "run true");
  const head = h.store.head;
  const again = (body: object) =>
    h.json("POST", `/approvals/${id}/reject`, { actorType: "human", disposition: "rework", ...body });
  assert.equal((await again({ remarks: REMARKS })).status, 200);
  for (const other of [{ remarks: REMARKS.slice(1) }, {}, { remarks: REMARKS, withOutput: true }]) {
    const refused = await again(other);
    assert.equal(refused.status, 400, JSON.stringify(other));
    assert.match(refused.body.error, /was rejected \(rework\) at .* A decision cannot be changed/);
  }
  assert.equal(h.store.head, head);
});
