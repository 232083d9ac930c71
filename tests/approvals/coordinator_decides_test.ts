import assert from "node:assert/strict";
import { join } from "node:path";
import { REVIEWED, TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";

/** Asks as an agent for a file in a directory, and gives the run once it waits or has ended. */
async function asked(h: Harness, repoPath: string, name: string) {
  const { id } = await h.agent("POST /coordinator/runs", {
    body: { request: `create ${name} with "x"`, repoPath },
  });
  return await h.settled(id);
}

const starts = (run: Awaited<ReturnType<typeof asked>>) =>
  run.approvals.filter(({ policyClass }) => policyClass === "start");

/** A repository with a directory `pkg`, which a human has used. */
async function admitted(h: Harness): Promise<TestRepository> {
  const repository = TestRepository.make({ "pkg/a.txt": "one\n", "README": "x\n" });
  const { id } = await h.operator("POST /coordinator/runs", {
    body: { request: 'create b.txt with "b"', repoPath: repository.root },
  });
  await h.settled(id);
  return repository;
}

Deno.test("an agent that names a part of a repository which a human has used is let in by the coordinator, on record and without a notification", async () => {
  await using h = await harness({ workers: 1 });
  using repository = await admitted(h);
  const before = (await h.operator("GET /notifications")).items.length;
  const run = await asked(h, join(repository.root, "pkg"), "new.txt");
  const [start] = starts(run);
  assert.deepEqual(
    [start!.status, start!.authority, start!.coordinatorApprovable, start!.risk, start!.decision?.actorType],
    ["approved", "coordinator", true, "low", "coordinator"],
  );
  assert.match(start!.decision!.reviewerNote!, /a part of .*, where agents have been allowed to work since /);
  const decided = h.store.events.after(0, 10_000).find(({ type }) => type === "approval.approved")!;
  assert.equal(decided.actor, "coordinator");
  assert.equal(pendingOf(run).policyClass, "repo-write", "its patch waits for a human all the same");
  const { items } = await h.operator("GET /notifications");
  assert.equal(items.length, before + 1, "of the patch alone");
  const again = await asked(h, join(repository.root, "pkg"), "other.txt");
  assert.deepEqual(starts(again), [], "once");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("what no human has used stays a human's: the repository around, one beside, and one of its own within", async () => {
  await using h = await harness({ workers: 1 });
  using outer = TestRepository.make({ "pkg/a.txt": "one\n" });
  const { id } = await h.operator("POST /coordinator/runs", {
    body: { request: 'create b.txt with "b"', repoPath: join(outer.root, "pkg") },
  });
  await h.settled(id);
  using repository = await admitted(h);
  const inner = join(repository.root, "vendor");
  Deno.mkdirSync(inner);
  repository.git("init", "--quiet", inner);
  for (const place of [outer.root, inner]) {
    const run = await asked(h, place, "new.txt");
    const pending = pendingOf(run);
    assert.deepEqual([pending.policyClass, pending.authority, pending.coordinatorApprovable], [
      "start",
      "human",
      false,
    ]);
    const path = `/approvals/${pending.id}/approve`;
    const coordinator = { ...REVIEWED, actorType: "coordinator" };
    const refused = await h.json("POST", path, coordinator);
    assert.deepEqual([refused.status, /Only a human/.test(refused.body.error)], [403, true]);
    assert.equal((await h.json("POST", path, REVIEWED, "agent-token")).status, 403);
    assert.equal((await h.json("POST", path, REVIEWED)).status, 200, "the control");
  }
});

Deno.test("the coordinator's decision is made once: the same again is the same, another one names it", async () => {
  await using h = await harness({ workers: 1 });
  using repository = await admitted(h);
  const run = await asked(h, join(repository.root, "pkg"), "new.txt");
  const [start] = starts(run);
  const path = `/approvals/${start!.id}`;
  const same = await h.json("POST", `${path}/approve`, { actorType: "coordinator" });
  assert.deepEqual([same.status, same.body.decision], [200, start!.decision]);
  const other = await h.json("POST", `${path}/reject`, { actorType: "human" });
  assert.deepEqual([other.status, /A decision cannot be changed/.test(other.body.error)], [400, true]);
  const { items } = await h.operator("GET /approvals/queue");
  assert.ok(items.every(({ approval }) => approval.id !== start!.id), "nobody has to look at it");
});
