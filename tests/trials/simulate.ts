import type { TrialAttempt, TrialDocument } from "../../store/trials/document.ts";
import { compare } from "../../services/execution/trials/compare.ts";
import { answer, answering, begun, found, past, rested, trialHarness } from "./past.ts";
import { Random } from "../recovery/load/random.ts";

/** The number of cases with which workers of 30 % and 60 % are told apart in more than 80 % of trials. */
export const CASES = 55;

/** Returns the verdict of one trial with workers that solve each case with these chances. */
function verdictOf(random: Random, n: number, shares: readonly [number, number]) {
  const caseIds = Array.from({ length: n }, (_, i) => `case_${i}`);
  const workers = shares.map((_, i) => ({ provider: `worker_${i}`, model: "model" }));
  const attempts = caseIds.flatMap((caseId) =>
    workers.map((worker, i): TrialAttempt => ({
      caseId,
      worker,
      runId: `${caseId} ${i}`,
      end: {
        outcome: random.next() < shares[i]! ? "solved" : "unsolved",
        detail: "",
        costUsd: 0,
        milliseconds: 1,
        broke: [],
      },
    }))
  );
  const plan: TrialDocument["plan"] = {
    workers,
    caseIds,
    maxCostUsd: null,
    attemptUsd: null,
    attemptMinutes: 1,
  };
  return compare({ plan, attempts, cases: [] }).pairs[0]!.verdict;
}

/** Returns the share of so many seeded trials in which two workers are told apart. */
export function toldApart(times: number, seed: number, shares: readonly [number, number], n = CASES): number {
  const random = new Random(seed);
  let told = 0;
  for (let i = 0; i < times; i++) {
    if (verdictOf(random, n, shares) !== "noise") told++;
  }
  return told / times;
}

/** Numbers of which a worker answers about this share, as a pattern for a shell. */
const some = (random: Random, share: number): string =>
  Array.from({ length: CASES }, (_, i) => i + 1).filter(() => random.next() < share).join("|") || "none";

/**
 * Simulates trials, then does two for real: a worker of about 30 % against one of 60 %, and two of 45 %. Throws if the better ones are
 * found too seldom or a difference is seen where there is none too often.
 */
export async function simulateTrials(
  times: number,
  seed: number,
  say: (line: string) => void,
): Promise<void> {
  const apart = toldApart(times, seed, [0.3, 0.6]);
  say(
    `${times} trials of ${CASES} cases (seed ${seed}): 30 % and 60 % are told apart in ${
      (100 * apart).toFixed(1)
    } %.`,
  );
  if (apart < 0.8) throw new Error("Workers of 30 % and 60 % are told apart in less than 80 %.");
  for (const share of [0.1, 0.3, 0.5, 0.6, 0.9]) {
    const equal = toldApart(times, seed, [share, share]);
    say(`Two of ${100 * share} % are told apart in ${(100 * equal).toFixed(1)} %.`);
    if (equal > 0.05) throw new Error("Equal workers are told apart in more than 5 %.");
  }
  const random = new Random(seed);
  for (const shares of [[0.3, 0.6], [0.45, 0.45]] as const) await tryOnce(random, shares, say);
}

/** Does one trial for real, in a generated repository with known answers. */
async function tryOnce(
  random: Random,
  shares: readonly [number, number],
  say: (line: string) => void,
): Promise<void> {
  const patterns = shares.map((share) => some(random, share));
  using repository = past(Array.from({ length: CASES }, (_, i) => answer(i + 1)));
  await using h = await trialHarness([answering("first", patterns[0]!), answering("second", patterns[1]!)]);
  const began = performance.now();
  const { id, proved, candidates } = await found(h, repository);
  const proving = performance.now();
  await begun(h, id, ["first/program", "second/program"]);
  const { status, result: { workers, pairs } } = await rested(h, id);
  const seconds = [proving - began, performance.now() - proving].map((time) => Math.round(time / 1000));
  say(
    `${proved} of ${candidates} candidates proved in ${seconds[0]} s, ${2 * proved} attempts in ${
      seconds[1]
    } s: ${status}`,
  );
  const known = patterns.map((pattern) => pattern.split("|").length);
  for (const [i, { worker, solved, n, low, high }] of workers.entries()) {
    const [from, to] = [low, high].map((share) => Math.round(100 * share));
    say(`${worker} solved ${solved} of ${n} (${from} to ${to} %), and can solve ${known[i]}`);
    if (solved !== known[i]) throw new Error("A worker solved what it cannot, or did not solve what it can.");
  }
  say(`${pairs[0]!.verdict}: ${pairs[0]!.sentence}`);
}
