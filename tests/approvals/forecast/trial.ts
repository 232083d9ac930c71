import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { REVIEWED, TestRepository } from "../../git.ts";
import { type Harness, harness } from "../../harness.ts";
import { pendingOf } from "../../kit/pending_of.ts";
import { SANDBOX } from "../../sandbox.ts";
import { temporaryDirectory } from "../../temporary.ts";
import { type Change, changingWorker, makeChange } from "./changing_worker.ts";
import { BASE_FILES, dice, randomChanges } from "./random_changes.ts";

/** How much of a difference is told; the seed alone repeats it. */
const MAX_TOLD = 3_000;

/** A service whose worker makes the changes that are requested. */
export const changingHarness = (workers = 1, combinedVerifications = 0): Promise<Harness> =>
  harness({ workers, availableWorkers: [changingWorker], combinedVerifications });

/** Asks for changes, and returns the run when it waits for the decision on its result. */
export async function resultOf(
  h: Harness,
  repository: TestRepository,
  changes: readonly Change[],
  { below = "", verifier }: { below?: string; verifier?: string } = {},
) {
  const { id } = await h.operator("POST /coordinator/runs", {
    body: {
      request: JSON.stringify(changes),
      repoPath: repository.root + below,
      ...(verifier !== undefined && { verifier: { command: verifier }, fix: 0 }),
    },
  });
  return await h.settled(id);
}

/** Returns what the service says would become of the open results of a repository. */
export const forecastOf = (h: Harness, { root }: TestRepository) =>
  h.operator("GET /approvals/forecast", { query: { repoPath: root } });

/** What became of a result, with the files of a conflict as the refusal names them. */
type Arrival = { outcome: "clean" | "rebases" | "conflicts" | "contained"; named: string };

/** Approves a result; where that writes nothing, commits what is there and rebases it. */
export async function arrive(h: Harness, repository: TestRepository, runId: string): Promise<Arrival> {
  const approve = async () => {
    const { id } = pendingOf(await h.settled(runId));
    await h.operator("POST /approvals/:id/approve", { params: { id }, body: REVIEWED });
    return (await h.settled(runId)).status;
  };
  if (await approve() === "completed") return { outcome: "clean", named: "" };
  if (repository.exists(".git")) repository.commit({});
  const { status, body } = await h.json("POST", `/runs/${runId}/rebase`, {});
  if (status === 200) {
    assert.equal(await approve(), "completed", "what was rebased can be applied");
    return { outcome: "rebases", named: "" };
  }
  if (/already contains the whole change/.test(body.error)) return { outcome: "contained", named: "" };
  const [, named] = /: (.*) changed there too, and the changes conflict/.exec(body.error) ?? [];
  assert.ok(named, body.error);
  return { outcome: "conflicts", named };
}

/** Files, two changes of them, and what a person changes meanwhile. */
export type Drawn = Record<"one" | "other" | "disturbed", Change[]> & { files: Record<string, string> };

/** Chooses what one trial compares. */
export type Draw = (roll: (limit: number) => number) => Drawn | Promise<Drawn>;

const drawRandom: Draw = (roll) => ({
  files: BASE_FILES,
  one: randomChanges(BASE_FILES, roll),
  other: randomChanges(BASE_FILES, roll),
  disturbed: roll(3) === 0 ? randomChanges(BASE_FILES, roll) : [],
});

/** Of how many pairs one is verified as well. */
const VERIFIED_SHARE = 5;

/** Passes for the files of three in four trees. */
const VERIFIER =
  "test $(find . -name .git -prune -o -type f -print | LC_ALL=C sort | xargs cat | cksum | cut -c1) -lt 8";

/**
 * Compares so many pairs, of a share also what is found when both are verified together; returns how often each outcome was seen.
 * `told` hears of every pair that was compared without a difference.
 */
export async function trials(
  count: number,
  seed: number,
  draw = drawRandom,
  told: (done: number) => void = () => {},
): Promise<Map<string, number>> {
  await using h = await changingHarness(1, 1_000_000);
  const seen = new Map<string, number>();
  for (let i = 0; i < count; i++) {
    const isVerified = SANDBOX !== null && (seed + i) % VERIFIED_SHARE === 0;
    for (const outcome of await trial(h, seed + i, draw, isVerified)) {
      seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
    }
    told(i + 1);
  }
  return seen;
}

/** Compares the forecast of two random results with what becomes of them, in a repository with git or without. */
async function trial(h: Harness, seed: number, draw: Draw, isVerified: boolean): Promise<string[]> {
  const roll = dice(seed);
  const isPlain = roll(4) === 0;
  const { files, one, other, disturbed } = await draw(roll);
  using repository = isPlain ? plainDirectory(files) : TestRepository.make(files);
  const told = JSON.stringify({ seed, one, other, disturbed }).slice(0, MAX_TOLD);
  if (one.length === 0 || other.length === 0) return ["nothing changed"];
  const options = isVerified ? { verifier: VERIFIER } : {};
  const first = await resultOf(h, repository, one, options);
  const then = await resultOf(h, repository, other, options);
  if (first.status !== "waiting" || then.status !== "waiting") return ["not a result"];
  for (const change of disturbed) makeChange(repository.root, change);
  if (disturbed.length > 0 && repository.exists(".git") && roll(2) === 0) repository.commit({});

  await h.service.combinations.settled();
  const { results, pairs, combinations, leftOut } = await forecastOf(h, repository);
  const [firstId, thenId] = [pendingOf(first).id, pendingOf(then).id];
  assert.deepEqual([leftOut.results, leftOut.pairs], [0, 0], told);
  const alone = (id: string) => results.find((each) => each.id === id)!;
  const before = await arrive(h, repository, first.id);
  same(before, alone(firstId), told);
  if (before.outcome !== "clean" && before.outcome !== "rebases") {
    return [`the first ${before.outcome}`];
  }
  const pair = pairs.find((each) => each.first === firstId && each.then === thenId);
  const after = await arrive(h, repository, then.id);
  same(after, pair ?? alone(thenId), told);
  const arrived = `${pair ? "same" : "other"} files, ${after.outcome}`;
  const together = combinations.find((each) => each.first === firstId && each.then === thenId);
  if (!isVerified || disturbed.length > 0 || !["clean", "rebases"].includes(after.outcome)) return [arrived];
  const passes = (await inShell(repository, VERIFIER)).success;
  if (together) {
    assert.equal(together.outcome, passes ? "passed" : "failed", told);
    return [arrived, `verified together: ${together.outcome}`];
  }
  if ([first, then].some(({ evaluation }) => evaluation?.outcome === "failed")) {
    return [arrived, "not verified together: one fails alone"];
  }
  assert.ok(await isAsOne(repository, files, [one, other]) && passes, told);
  return [arrived, "not verified together: the files are those of one"];
}

/** Prints all files with their modes and contents. */
const LISTED =
  "find . -name .git -prune -o ! -type d -print | LC_ALL=C sort | tar -c --no-recursion --mtime=@0 -T - | cksum";

/** Whether the working tree is as one of the changes alone would have left it. */
async function isAsOne(repository: TestRepository, files: Record<string, string>, each: readonly Change[][]) {
  const { stdout } = await inShell(repository, LISTED);
  for (const changes of each) {
    using alone = plainDirectory(files);
    for (const change of changes) makeChange(alone.root, change);
    if (Buffer.from(stdout).equals((await inShell(alone, LISTED)).stdout)) return true;
  }
  return false;
}

/** Executes a command in the working tree, with everything that was applied. */
const inShell = ({ root }: TestRepository, command: string): Promise<Deno.CommandOutput> =>
  new Deno.Command("sh", { args: ["-c", command], cwd: root }).output();

function same(
  { outcome, named }: Arrival,
  said: { outcome: string | null; files: readonly { id: string }[] },
  told: string,
): void {
  assert.equal(said.outcome, outcome, told);
  for (const { id } of said.files) assert.ok(named.includes(id), `${id} is not among ${named}: ${told}`);
}

function plainDirectory(files: Record<string, string>): TestRepository {
  const repository = new TestRepository(temporaryDirectory());
  repository.write(files);
  return repository;
}
