import assert from "node:assert/strict";
import { REVIEWED, TestRepository } from "../../git.ts";
import type { Harness } from "../../harness.ts";
import { sandboxTest } from "../../sandbox.ts";
import { temporaryDirectory } from "../../temporary.ts";
import { applied, combined, combining, executions, FILES, verifiedResult } from "./combined.ts";

const ONE = [{ path: "a.txt", to: "one\n" }];
const TWO = [{ path: "b.txt", to: "two\n" }];
const THREE = [{ path: "c.txt", to: "three\n" }];

sandboxTest("as many verifiers as the limit says are executed a day, and the rest on the next", async () => {
  using repository = TestRepository.make(FILES);
  let now = Date.parse("2026-03-01T22:00:00Z");
  await using h = await combining({ combinedVerifications: 1, now: () => new Date(now++) });
  for (const changes of [ONE, TWO, THREE]) await verifiedResult(h, repository, changes);
  const { combinations, verifications, leftOut } = await combined(h, repository);
  assert.deepEqual([combinations.length, verifications, leftOut.combinations], [
    1,
    { limit: 1, today: 1 },
    2,
  ]);
  now = Date.parse("2026-03-02T01:00:00Z");
  h.service.combinations.tryAgain();
  const next = await combined(h, repository);
  assert.deepEqual([next.combinations.length, next.leftOut.combinations, next.verifications.today], [
    2,
    1,
    1,
  ]);
  assert.equal(executions(h), 3, "the one that fails is run once more, which does not count");
});

sandboxTest("a pair whose verifiers are more than are left today waits for another day", async () => {
  using repository = TestRepository.make(FILES);
  await using h = await combining({ combinedVerifications: 1 });
  await verifiedResult(h, repository, ONE, { verifier: "true" });
  await verifiedResult(h, repository, TWO, { verifier: "true #2" });
  const { combinations } = await combined(h, repository);
  assert.deepEqual(combinations.map(({ outcome, detail }) => [outcome, detail]), [
    ["unknown", "Its verifiers are more than may still be executed today."],
  ]);
});

sandboxTest(
  "with a limit of 0 nothing is executed, and the forecast says that it is switched off",
  async () => {
    using repository = TestRepository.make(FILES);
    await using h = await combining({ combinedVerifications: 0 });
    for (const changes of [ONE, TWO]) await verifiedResult(h, repository, changes);
    const { combinations, verifications, leftOut } = await combined(h, repository);
    assert.deepEqual([combinations, verifications, leftOut.combinations], [[], { limit: 0, today: 0 }, 1]);
    assert.equal(executions(h), 0);
  },
);

sandboxTest("nothing is executed when nothing has changed, also after a restart", async () => {
  using repository = TestRepository.make(FILES);
  const directory = temporaryDirectory();
  {
    const h = await combining({}, directory);
    for (const changes of [ONE, TWO]) await verifiedResult(h, repository, changes);
    const first = await combined(h, repository);
    for (let i = 0; i < 3; i++) {
      h.service.combinations.tryAgain();
      assert.deepEqual(await combined(h, repository), first);
    }
    assert.equal(executions(h), 2);
    const events = await h.eventsOf(() => combined(h, repository));
    assert.deepEqual(events, []);
    await h.close();
  }
  await using h = await combining({}, directory);
  const { combinations } = await combined(h, repository);
  assert.deepEqual([combinations.map(({ outcome }) => outcome), executions(h)], [["failed"], 2]);
});

/** Holds the first verification of a combination once its process has started, until it is released. */
function heldOnce() {
  const started = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let isFirst = true;
  const boundary = async (point: string) => {
    if (point !== "process:combination:started" || !isFirst) return;
    isFirst = false;
    started.resolve();
    await released.promise;
  };
  return { boundary, started: started.promise, release: released.resolve };
}

sandboxTest(
  "a run that needs the slot gets it at once: the verification is stopped, and done afterwards",
  async () => {
    using repository = TestRepository.make(FILES);
    using other = TestRepository.make();
    const { boundary, started, release } = heldOnce();
    await using h = await combining({ workers: 1, boundary });
    for (const changes of [ONE, TWO]) await verifiedResult(h, repository, changes, { verifier: "sleep 0.1" });
    await started;
    const query = { repoPath: repository.root };
    const { combinations } = await h.operator("GET /approvals/forecast", { query });
    assert.deepEqual(combinations.map(({ outcome, detail }) => [outcome, detail]), [
      ["waiting", "It is verified as soon as a slot is idle."],
    ]);
    const { run } = await verifiedResult(h, other, ONE, { verifier: null });
    assert.equal(run.status, "waiting", "it has not waited for the verification");
    release();
    const after = await combined(h, repository);
    assert.deepEqual([after.combinations.map(({ outcome }) => outcome), executions(h)], [["passed"], 2]);
    const stopped = h.store.events.after(0, 10_000).filter(({ type, data }) =>
      type === "process.ended" && JSON.stringify(data).includes("was stopped")
    );
    assert.equal(stopped.length, 1);
  },
);

sandboxTest(
  "the verification of a pair is stopped when one of the two is decided, and nothing is recorded",
  async () => {
    using repository = TestRepository.make(FILES);
    const { boundary, started, release } = heldOnce();
    await using h = await combining({ boundary });
    const one = await verifiedResult(h, repository, ONE);
    await verifiedResult(h, repository, TWO);
    await started;
    await h.operator("POST /approvals/:id/reject", { params: { id: one.approval.id }, body: REVIEWED });
    release();
    assert.deepEqual((await combined(h, repository)).combinations, []);
    assert.deepEqual(
      h.store.events.after(0, 10_000).filter(({ type }) => type.startsWith("combination.")),
      [],
    );
  },
);

sandboxTest(
  "what a person has changed and not committed is in no verification: it is named instead",
  async () => {
    using repository = TestRepository.make(FILES);
    await using h = await combining({ combinedVerifications: 20 });
    repository.write({ "b.txt": "mine\n" });
    for (const changes of [ONE, TWO]) await verifiedResult(h, repository, changes);
    const { combinations } = await combined(h, repository);
    assert.deepEqual(combinations.map(({ outcome, detail }) => [outcome, detail]), [
      ["unknown", "b.txt has changes that are not committed."],
    ]);
    assert.equal(executions(h), 0);
  },
);

/** Whether each execution of a setup had network access, in order. */
const setupNetworks = ({ store }: Harness): boolean[] =>
  store.events.after(0, 10_000).filter(({ type, data }) =>
    type === "process.started" && JSON.stringify(data).includes('"purpose":"setup"')
  ).map(({ data }) => JSON.stringify(data).includes('"network":true'));

sandboxTest("a setup is reused where it is kept, and never gets network access for a pair", async () => {
  using repository = TestRepository.make({
    ...FILES,
    "setup.sh": "echo made > made.txt\n",
    ".gitignore": "made.txt\n",
  });
  const directory = temporaryDirectory();
  const setup = "sh setup.sh";
  const verifier = "test -e made.txt";
  {
    const h = await combining({}, directory);
    for (const changes of [ONE, TWO]) await verifiedResult(h, repository, changes, { verifier, setup });
    const { combinations } = await combined(h, repository);
    assert.deepEqual(combinations.map(({ outcome }) => outcome), ["passed"]);
    assert.deepEqual(setupNetworks(h), [true, false, false, false], "at the base, for each result, for both");
    const changed = [{ path: "setup.sh", to: "echo made > made.txt # again\n" }];
    const asked = await verifiedResult(h, repository, changed, { verifier });
    assert.equal(asked.approval.policyClass, "command", "its own setup asks a human");
    assert.equal((await applied(h, asked.approval)).status, "waiting");
    const { combinations: more } = await combined(h, repository);
    assert.deepEqual([...new Set(more.map(({ outcome, detail }) => `${outcome}: ${detail}`))].sort(), [
      `passed: The verifier "${verifier}" passed.`,
      "unknown: What the setup command reads (setup.sh) differs from its own run's.",
    ]);
    await h.close();
  }
  // What setups left does not outlive the service.
  await using h = await combining({}, directory);
  await verifiedResult(h, repository, THREE, { verifier, setup: "sh setup.sh # another" });
  const { combinations } = await combined(h, repository);
  assert.ok(
    combinations.some(({ outcome, detail }) =>
      outcome === "unknown" &&
      detail === "The setup command needs network access, and what it left is no longer kept."
    ),
    JSON.stringify(combinations),
  );
});
