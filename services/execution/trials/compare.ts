import type { TrialAttempt, TrialDocument, TrialWorker } from "../../../store/trials/document.ts";
import { counted } from "../../ground/kernel/words.ts";
import type { TrialResult } from "./schemas.ts";
import { ALPHA, holm, mcnemar, wilson } from "./statistics.ts";

/** Returns the name of a worker: provider/model. */
export const nameOf = ({ provider, model }: TrialWorker): string => `${provider}/${model}`;

type Ended = TrialAttempt & { end: NonNullable<TrialAttempt["end"]> };

/** Returns whether an attempt counts: it ended, and by what its worker did. */
const counts = (attempt: TrialAttempt): attempt is Ended =>
  attempt.end !== null && attempt.end.outcome !== "void";

/** Returns the attempt of a worker at a case that counts; null while there is none. */
export const attemptAt = (
  { attempts }: Pick<TrialDocument, "attempts">,
  caseId: string,
  worker: TrialWorker,
): Ended | null =>
  attempts.filter(counts).find((each) => each.caseId === caseId && nameOf(each.worker) === nameOf(worker)) ??
    null;

/** Returns the comparison of the workers, as far as attempts have ended. Pairs have a verdict once all cases of both have. */
export function compare(trial: Pick<TrialDocument, "plan" | "attempts" | "cases">): TrialResult {
  const { workers = [], caseIds = [] } = trial.plan ?? {};
  const pairs = workers.flatMap((first, i) =>
    workers.slice(i + 1).map((second) => pairOf(trial, first, second))
  );
  // Those that have not ended count as well: what is said of one pair must not change with them.
  const corrected = holm(pairs.map(({ p }) => p ?? 1));
  return {
    workers: workers.map((worker) => workerOf(trial, worker, caseIds)),
    pairs: pairs.map((pair, i) => judged(pair, pair.p === null ? null : corrected[i]!)),
    groups: groupsOf(trial, workers, caseIds),
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const shareOf = (ended: readonly Ended[]) => {
  const solved = ended.filter(({ end }) => end.outcome === "solved").length;
  return { solved, n: ended.length, ...wilson(solved, ended.length) };
};

const endedBy = (
  trial: Pick<TrialDocument, "attempts">,
  worker: TrialWorker,
  caseIds: readonly string[],
): Ended[] => caseIds.flatMap((id) => attemptAt(trial, id, worker) ?? []);

function workerOf(
  trial: Pick<TrialDocument, "attempts">,
  worker: TrialWorker,
  caseIds: readonly string[],
): TrialResult["workers"][number] {
  const ended = endedBy(trial, worker, caseIds);
  const share = shareOf(ended);
  // What was void cost something, too.
  const all = trial.attempts.filter((each) => nameOf(each.worker) === nameOf(worker)).flatMap(({ end }) =>
    end ?? []
  );
  const costs = all.map(({ costUsd }) => costUsd).filter((cost) => cost !== null);
  const costUsd = costs.length < all.length ? null : Math.round(sum(costs) * 1e9) / 1e9;
  const milliseconds = sum(ended.map(({ end }) => end.milliseconds));
  return {
    worker: nameOf(worker),
    ...share,
    left: caseIds.length - ended.length,
    costUsd,
    usdPerSolved: costUsd === null || share.solved === 0 ? null : costUsd / share.solved,
    milliseconds,
    millisecondsPerSolved: share.solved === 0 ? null : Math.round(milliseconds / share.solved),
    broke: ended.filter(({ end }) => end.broke.length > 0).map(({ runId }) => runId),
  };
}

type Pair = Omit<TrialResult["pairs"][number], "verdict" | "sentence">;

function pairOf(trial: Pick<TrialDocument, "plan" | "attempts">, a: TrialWorker, b: TrialWorker): Pair {
  const { caseIds = [] } = trial.plan ?? {};
  const ends = caseIds.flatMap((id) => {
    const [one, other] = [attemptAt(trial, id, a), attemptAt(trial, id, b)];
    return one && other
      ? [{ id, first: one.end.outcome === "solved", second: other.end.outcome === "solved" }]
      : [];
  });
  const onlyFirst = ends.filter(({ first, second }) => first && !second).map(({ id }) => id);
  const onlySecond = ends.filter(({ first, second }) => second && !first).map(({ id }) => id);
  const both = ends.filter(({ first, second }) => first && second).length;
  return {
    first: nameOf(a),
    second: nameOf(b),
    onlyFirst,
    onlySecond,
    both,
    neither: ends.length - both - onlyFirst.length - onlySecond.length,
    p: ends.length < caseIds.length ? null : mcnemar(onlyFirst.length, onlySecond.length),
  };
}

/** The number of cases was fixed beforehand, so nothing is said about some of them. */
function judged(pair: Pair, p: number | null): TrialResult["pairs"][number] {
  const { first, second, onlyFirst: { length: one }, onlySecond: { length: other } } = pair;
  if (p === null) {
    const sentence = `${first} and ${second} are compared when both have ended all cases.`;
    return { ...pair, p, verdict: "unfinished", sentence };
  }
  const chance = p < 0.001 ? "less than 0.1 %" : `${(100 * p).toFixed(1)} %`;
  if (p > ALPHA) {
    const sentence = `${first} and ${second} differ at ${
      counted(one + other, "case")
    }, which is inside the noise: chance gives such a difference in ${chance} of trials.`;
    return { ...pair, p, verdict: "noise", sentence };
  }
  const [better, worse, more, less] = one > other ? [first, second, one, other] : [second, first, other, one];
  const sentence =
    `${better} solved ${more} that ${worse} did not, and ${worse} ${less} the other way round. Chance gives such a difference in ${chance} of trials.`;
  return { ...pair, p, verdict: one > other ? "first" : "second", sentence };
}

function groupsOf(
  trial: Pick<TrialDocument, "attempts" | "cases">,
  workers: readonly TrialWorker[],
  caseIds: readonly string[],
): TrialResult["groups"] {
  const chosen = trial.cases.filter(({ id }) => caseIds.includes(id));
  return (["kind", "language"] as const).flatMap((by) => {
    const names = [...new Set(chosen.map((each) => each[by]))].toSorted();
    return names.flatMap((name) => {
      const ids = chosen.filter((each) => each[by] === name).map(({ id }) => id);
      const shares = workers.map((worker) => ({
        by,
        name,
        worker: nameOf(worker),
        ...shareOf(endedBy(trial, worker, ids)),
      }));
      return shares.filter(({ n }) => n > 0);
    });
  });
}
