import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { copyRun } from "./copied_runs.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { runToRest } from "../runs/scenario.ts";
import { restarted } from "../secrets/secrets_world.ts";
import { changingHarness, resultOf } from "./forecast/trial.ts";

const WORK = { request: 'append "z\\n" to a.txt', verifier: { command: "grep -q z a.txt" } };
const DRIFT = /working tree differs from the base in 1 touched path, .*a\.txt \(its content has changed\)/;

/** What the queue and the review say of the only checkpoint, as one. */
async function present(h: Harness) {
  const [queued] = (await h.operator("GET /approvals/queue")).items;
  const review = await h.operator("GET /approvals/:id", { params: { id: queued!.id } });
  const told = ({ approval, drift, recommendedAction }: typeof review | NonNullable<typeof queued>) => ({
    risk: approval.risk,
    reasons: approval.reasons,
    recommended: [approval.recommendedAction, recommendedAction],
    drift: drift?.items,
  });
  assert.deepEqual(told(queued!), told(review));
  return told(review);
}

Deno.test("a file that is changed already raises the risk at the checkpoint, and the notification says why", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  repository.write({ "a.txt": "hello\nmine\n" });
  const run = await runToRest(h, repository, WORK);
  const { risk, recommendedAction, reasons } = pendingOf(run);
  assert.deepEqual([risk, recommendedAction], ["high", "inspect"]);
  assert.match(reasons.join("\n"), DRIFT);
  const [notice] = (await h.operator("GET /notifications")).items;
  assert.match(notice!.detail, DRIFT);
  assert.deepEqual((await present(h)).risk, "high");
});

Deno.test("queue and review know the drift of now: it comes after the checkpoint, and it goes", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  await runToRest(h, repository, WORK);
  const clean = await present(h);
  assert.deepEqual([clean.risk, clean.recommended, clean.drift], ["low", ["approve", "approve"], []]);
  repository.write({ "a.txt": "hello\nmine\n" });
  const drifted = await present(h);
  assert.deepEqual([drifted.risk, drifted.recommended], ["high", ["inspect", "inspect"]]);
  assert.match(drifted.reasons.join("\n"), DRIFT);
  assert.deepEqual(drifted.drift?.map(({ path }) => path), ["a.txt"]);
  repository.write({ "a.txt": "hello\n" });
  assert.deepEqual(await present(h), clean);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("after a restart the first look at a checkpoint knows its drift", async () => {
  using repository = TestRepository.make();
  const before = await harness({ workers: 1 });
  const { id } = pendingOf(await runToRest(before, repository, WORK));
  repository.write({ "a.txt": "hello\nmine\n" });
  await using h = await restarted(before);
  const review = await h.operator("GET /approvals/:id", { params: { id } });
  assert.deepEqual(review.drift?.items.map(({ path }) => path), ["a.txt"]);
});

Deno.test("the queue compares 2,000 paths at most, and says of no other checkpoint that it has no drift", async () => {
  using repository = TestRepository.make();
  await using h = await changingHarness();
  const changes = Array.from({ length: 401 }, (_, at) => ({ path: `many/${at}`, to: "x\n" }));
  const run = await resultOf(h, repository, changes);
  await copyRun(h, run.id, 4);
  const { items } = await h.operator("GET /approvals/queue");
  assert.deepEqual(items.map(({ drift }) => drift?.total ?? null), [0, 0, 0, 0, null]);
  const review = await h.operator("GET /approvals/:id", { params: { id: items[4]!.id } });
  assert.equal(review.drift?.total, 0, "a review compares all of them");
});

Deno.test("a review reads files again that look untouched to the queue", async () => {
  using repository = TestRepository.make({ "pkg/a.txt": "hello\n" });
  // For a clock that is ahead all files are old, so that the queue need not read them again.
  await using h = await harness({ workers: 1, now: () => new Date(Date.now() + 60_000) });
  const asked = { request: 'append "z\\n" to pkg/a.txt', verifier: { command: "true" } };
  const { id } = pendingOf(await runToRest(h, repository, asked));
  assert.deepEqual((await present(h)).drift, []);
  // The file is the same one, and is reached through a link now.
  Deno.renameSync(`${repository.root}/pkg`, `${repository.root}/moved`);
  Deno.symlinkSync("moved", `${repository.root}/pkg`);
  const { drift } = await h.operator("GET /approvals/:id", { params: { id } });
  assert.deepEqual(drift?.items.map(({ path }) => path), ["pkg/a.txt"]);
});

Deno.test("the queue sees a change of a listed file that keeps its size and its time", async () => {
  using one = TestRepository.make();
  using other = TestRepository.make();
  // For a clock that is ahead all files are old, so that the queue need not read them again.
  await using h = await harness({ workers: 1, now: () => new Date(Date.now() + 60_000) });
  for (const repository of [one, other]) {
    await copyRun(h, (await runToRest(h, repository, WORK)).id, 4);
  }
  const drifted = async () => {
    const { items } = await h.operator("GET /approvals/queue");
    assert.ok(items.every(({ drift }) => drift !== null));
    return items.filter(({ drift }) => drift!.total > 0).map(({ run }) => run!.repoPath);
  };
  assert.deepEqual(await drifted(), []);
  assert.deepEqual(await drifted(), []);
  const file = `${one.root}/a.txt`;
  const { atime, mtime, ctime } = Deno.statSync(file);
  await untilSecondAfter(ctime!);
  Deno.writeTextFileSync(file, "jello\n");
  Deno.utimeSync(file, atime!, mtime!);
  assert.deepEqual(await drifted(), Array(5).fill(one.root));
  Deno.writeTextFileSync(file, "hello\n");
  assert.deepEqual(await drifted(), []);
});

/** How far the clock of a file system may be behind. */
const LAG_MILLISECONDS = 100;

/** Node's interface tells in whole seconds when a file was changed, so that a change is seen from the next second on. */
async function untilSecondAfter(time: Date): Promise<void> {
  const secondOf = (at: number) => Math.floor(at / 1000);
  while (secondOf(Date.now() - LAG_MILLISECONDS) <= secondOf(time.getTime())) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
