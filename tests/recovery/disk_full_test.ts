import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { failingCommits, fullDisk } from "./faults/database.ts";

const FULL =
  "The disk of the storage directory is full. Nothing was recorded. Free some space and try again.";

/** Sends creations side by side; they share a batch. */
const createAll = (h: Harness, repository: TestRepository, sizes: readonly number[]) =>
  Promise.all(sizes.map((size, n) => {
    const request = `create f-${n}.txt with "${"x".repeat(size)}"`;
    return h.json("POST", "/coordinator/runs", { request, repoPath: repository.root });
  }));

/** The service works, has every sequence once, and its log folds to what it holds. */
async function checkGoesOn(h: Harness, repository: TestRepository): Promise<void> {
  const [created] = await createAll(h, repository, [10]);
  assert.equal(created!.status, 201);
  const sequences = h.store.events.after(0, 10_000).map(({ seq }) => seq);
  assert.deepEqual(sequences, sequences.map((_, index) => index + 1));
  assert.deepEqual(h.rebuildDifferences(), []);
}

Deno.test("a full disk fails every write with its sentence, records none of them, and continues when there is space", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const before = h.store.head;
  {
    using _full = fullDisk(h.store.database);
    for (const sizes of [[20_000], [20_000, 20_000, 20_000, 20_000, 20_000, 20_000, 20_000, 20_000]]) {
      for (const { status, body } of await createAll(h, repository, sizes)) {
        assert.deepEqual([status, body], [500, { error: FULL }]);
      }
      assert.deepEqual(await h.operator("GET /runs"), []);
      assert.equal((await h.operator("GET /health")).status, "ok");
    }
    assert.equal(h.store.head, before);
  }
  await checkGoesOn(h, repository);
});

Deno.test("of requests that a full disk meets in one batch, exactly those are recorded that were acknowledged", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  let answers: Awaited<ReturnType<typeof createAll>>;
  {
    using _full = fullDisk(h.store.database);
    answers = await createAll(h, repository, [10, 10, 20_000, 10, 30_000, 10]);
  }
  const acknowledged = answers.filter(({ status }) => status === 201).map(({ body }) => body.id);
  assert.ok(acknowledged.length < answers.length);
  const recorded = await h.operator("GET /runs");
  assert.deepEqual(recorded.map(({ id }) => id).sort(), acknowledged.sort());
  await checkGoesOn(h, repository);
});

Deno.test("reads answer while writes beside them meet a full disk", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const [first] = await createAll(h, repository, [10]);
  using _full = fullDisk(h.store.database);
  const writes = createAll(h, repository, [20_000, 20_000]);
  const reads = await Promise.all(Array.from({ length: 8 }, () => h.json("GET", "/runs")));
  for (const { status } of await writes) assert.equal(status, 500);
  for (const { status, body } of reads) {
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(body.map(({ id }: { id: string }) => id), [first!.body.id]);
  }
});

Deno.test("a commit that fails loses its whole batch, and the next one starts clean", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const before = h.store.head;
  {
    using failing = failingCommits(h.store.database);
    for (const { status } of await createAll(h, repository, [10, 10, 10])) assert.equal(status, 500);
    assert.equal(failing.failed, 1);
  }
  assert.equal(h.store.head, before);
  assert.deepEqual(await h.operator("GET /runs"), []);
  await checkGoesOn(h, repository);
});

Deno.test("a change whose commit fails is seen by no later read, and can be made again", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const [first] = await createAll(h, repository, [10]);
  const { id } = first!.body;
  const before = await h.operator("GET /runs/:id", { params: { id } });
  const guard = failingCommits(h.store.database);
  const pause = () => h.json("POST", `/runs/${id}/pause`);
  for (const { status } of await Promise.all([pause(), pause()])) assert.equal(status, 500);
  guard[Symbol.dispose]();
  assert.deepEqual(await h.operator("GET /runs/:id", { params: { id } }), before);
  assert.equal((await pause()).body.status, "paused");
  const again = await h.operator("GET /runs/:id", { params: { id } });
  assert.deepEqual([again.status, again.traces.total], ["paused", before.traces.total + 1]);
  await checkGoesOn(h, repository);
});

Deno.test("an approval that cannot be recorded is refused, and nothing is written to the repository", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const { id } = await h.operator("POST /coordinator/runs", {
    body: { request: 'create NOTE.md with "note"', repoPath: repository.root },
  });
  const approval = (await h.settled(id)).approvals[0]!;
  const approve = () =>
    h.json("POST", `/approvals/${approval.id}/approve`, {
      actorType: "human",
      reviewerNote: "x".repeat(9_000),
      reviewedEvidence: true,
      reviewedHashes: true,
      reviewedPolicyClass: true,
    });
  {
    using _full = fullDisk(h.store.database);
    assert.deepEqual([(await approve()).status, repository.exists("NOTE.md")], [500, false]);
  }
  assert.equal((await h.operator("GET /runs/:id", { params: { id } })).status, "waiting");
  const { status, body } = await approve();
  assert.deepEqual([status, body.application, repository.read("NOTE.md")], [200, "applied", "note"]);
  assert.deepEqual(h.rebuildDifferences(), []);
});
