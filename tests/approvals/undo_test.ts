import assert from "node:assert/strict";
import { REVIEWED, TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { runToRest } from "../runs/scenario.ts";
import { bytesOf, hostile } from "./hostile.ts";

const REQUEST = 'replace "hello" with "bye" in a.txt\ncreate new.txt with "n"';

/** Runs and approves; gives the run's id. */
async function applied(h: Harness, repository: TestRepository, request = REQUEST): Promise<string> {
  const run = await runToRest(h, repository, { request });
  await h.operator("POST /approvals/:id/approve", { params: { id: pendingOf(run).id }, body: REVIEWED });
  assert.equal((await h.settled(run.id)).status, "completed");
  return run.id;
}

const undo = (h: Harness, id: string) => h.operator("POST /runs/:id/undo", { params: { id } });
const approve = (h: Harness, id: string) =>
  h.operator("POST /approvals/:id/approve", { params: { id }, body: REVIEWED });

Deno.test("undo takes back what a run wrote, once, as a separate review; all else stays byte for byte", async () => {
  using repository = hostile();
  await using h = await harness({ workers: 1 });
  const before = bytesOf(repository.root);
  const id = await applied(h, repository);
  assert.equal(repository.read("a.txt"), "bye\n");
  const asked = await undo(h, id);
  assert.deepEqual([asked.status, asked.policyClass, asked.subject], ["pending", "repo-write", {
    kind: "undo",
    id,
  }]);
  assert.equal((await undo(h, id)).id, asked.id, "asked for again it is the same");
  const { work } = await h.operator("GET /approvals/:id", { params: { id: asked.id } });
  assert.deepEqual(work, [], "no worker says that it has made this patch");
  const bare = await h.json("POST", `/approvals/${asked.id}/approve`, { actorType: "human" });
  assert.equal(bare.status, 400, "it needs the three confirmations");
  assert.equal(repository.read("a.txt"), "bye\n");
  const done = await approve(h, asked.id);
  assert.equal(done.application, "applied", done.applicationDetail);
  assert.deepEqual(bytesOf(repository.root), before);
  assert.equal((await approve(h, asked.id)).application, "applied");
  const again = await h.json("POST", `/runs/${id}/undo`);
  assert.equal(again.status, 400);
  assert.match(again.body.error, /has already been undone/);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("undo writes nothing where a file has changed since, and can be asked for again", async () => {
  using repository = TestRepository.make({ "a.txt": "hello\n" });
  await using h = await harness({ workers: 1 });
  const id = await applied(h, repository);
  const asked = await undo(h, id);
  repository.write({ "a.txt": "mine\n" });
  const { drift } = await h.operator("GET /approvals/:id", { params: { id: asked.id } });
  assert.equal(drift?.total, 1);
  const stale = await approve(h, asked.id);
  assert.equal(stale.application, "stale");
  assert.match(stale.applicationDetail!, /1 path changed since the run wrote: a\.txt/);
  assert.deepEqual([repository.read("a.txt"), repository.read("new.txt")], ["mine\n", "n"]);
  repository.write({ "a.txt": "bye\n" });
  const second = await undo(h, id);
  assert.notEqual(second.id, asked.id);
  assert.equal((await approve(h, second.id)).application, "applied");
  assert.equal(repository.read("a.txt"), "hello\n");
  assert.equal(repository.exists("new.txt"), false);
});

Deno.test("undo is refused where a run wrote nothing, or a branch; it has no work to do again and no parts", async () => {
  using repository = TestRepository.make({ "a.txt": "hello\n" });
  await using h = await harness({ workers: 1 });
  const waiting = await runToRest(h, repository, { request: REQUEST });
  const early = await h.json("POST", `/runs/${waiting.id}/undo`);
  assert.equal(early.status, 400);
  assert.match(early.body.error, /wrote nothing/);
  await h.operator("POST /approvals/:id/approve", {
    params: { id: pendingOf(waiting).id },
    body: { ...REVIEWED, delivery: "branch" },
  });
  await h.settled(waiting.id);
  const branch = await h.json("POST", `/runs/${waiting.id}/undo`);
  assert.match(branch.body.error, /git branch -D agent-harness\//);
  const id = await applied(h, repository);
  const asked = await undo(h, id);
  const [evidence] = asked.evidence;
  assert.ok(evidence?.kind === "repo-write-patch-bundle");
  const path = `/approvals/${asked.id}`;
  for (
    const [verb, body] of [
      ["reject", { actorType: "human", disposition: "rework" }],
      ["approve", { ...REVIEWED, acceptedHunks: [evidence.files[0]!.hunks[0]!.id] }],
      ["approve", { ...REVIEWED, delivery: "branch" }],
    ] as const
  ) assert.equal((await h.json("POST", `${path}/${verb}`, body)).status, 400);
  await h.operator("POST /approvals/:id/reject", { params: { id: asked.id }, body: { actorType: "human" } });
  assert.equal(repository.read("a.txt"), "bye\n");
  assert.equal((await h.settled(id)).status, "completed", "the run that wrote stays what it is");
});

Deno.test("the directory that a run was given stays when the run removes all files in it, and the undo brings them back", async () => {
  using repository = TestRepository.make({ "a.txt": "hello\n", "pkg/web/only.txt": "only\n" });
  await using h = await harness({ workers: 1 });
  const body = { request: "delete only.txt", repoPath: `${repository.root}/pkg/web` };
  const { id } = await h.operator("POST /coordinator/runs", { body });
  await approve(h, pendingOf(await h.settled(id)).id);
  assert.equal((await h.settled(id)).status, "completed");
  assert.deepEqual([repository.exists("pkg/web"), repository.exists("pkg/web/only.txt")], [true, false]);
  const done = await approve(h, (await undo(h, id)).id);
  assert.equal(done.application, "applied", done.applicationDetail);
  assert.equal(repository.read("pkg/web/only.txt"), "only\n");
});

Deno.test("an undo that could not go on is asked for again, and restores the rest", async () => {
  using repository = TestRepository.make({ "a.txt": "hello\n" });
  let left = 1;
  await using h = await harness({
    workers: 1,
    boundary: (point) => {
      if (point !== "undo:delete:1" || left-- === 0) return;
      throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    },
  });
  const id = await applied(h, repository);
  const broken = await approve(h, (await undo(h, id)).id);
  assert.equal(broken.application, "failed");
  assert.match(broken.applicationDetail!, /could not be written \(ENOSPC\)\. Try again\./);
  assert.deepEqual([repository.read("a.txt"), repository.exists("new.txt")], ["hello\n", true]);
  const again = await undo(h, id);
  const { drift } = await h.operator("GET /approvals/:id", { params: { id: again.id } });
  assert.equal(drift?.total, 0, "what is restored does not hinder it");
  const done = await approve(h, again.id);
  assert.equal(done.application, "applied", done.applicationDetail);
  assert.deepEqual([repository.read("a.txt"), repository.exists("new.txt")], ["hello\n", false]);
  assert.match((await h.json("POST", `/runs/${id}/undo`)).body.error, /has already been undone/);
  assert.deepEqual(h.rebuildDifferences(), []);
});
