import type { Preparation, RunDocument } from "./document.ts";
import type { Attempt } from "./result.ts";

type OnTop = { round: number; base: NonNullable<RunDocument["base"]>; tree: string; commit: string };

/** How many earlier rounds a run remembers. */
const MAX_ATTEMPTS = 20;

/** The round that is going on, where it came to a patch and a judgement; null otherwise. */
export const attemptOf = ({ result, evaluation, bundle }: RunDocument): Attempt | null =>
  result && evaluation && bundle ? { round: evaluation.round, result, evaluation, bundle } : null;

/** Forgets what the last round produced, and begins to count fix rounds anew; the tasks' own results stand in their sessions. */
export function nextRound(run: RunDocument, round: number): RunDocument {
  const {
    result: _,
    evaluation: _1,
    bundle: _2,
    approvalId: _3,
    commandsAdmitted: _4,
    settled: _5,
    ...rest
  } = run;
  return { ...rest, round, attempts: withThis(run), fixing: { from: round, used: 0 } };
}

/** The same where the verifier's output goes back to the worker. */
export function fixed(run: RunDocument, round: number): RunDocument {
  const { from = 1, used = 0 } = run.fixing ?? {};
  return { ...nextRound(run, round), fixing: { from, used: used + 1 } };
}

/** The same result, to be judged by another command; what comes of it a person looks at first. */
export function verifiedAgain(
  run: RunDocument,
  { round, command }: { round: number; command: string },
): RunDocument {
  const ended = { round, detail: "A person asked for this verification." };
  return {
    ...nextRound(run, round),
    ...(run.result && { result: run.result }),
    verifier: { command },
    verifierGiven: true,
    fixing: { from: round, used: 0, ended },
  };
}

/** The same change on another base; what the verifier says of it a person looks at first. */
export function onTopOf(run: RunDocument, { round, base, tree, commit }: OnTop): RunDocument {
  const ended = { round, detail: "A person had the change put on top of another base." };
  const rebasedFrom = run.rebasedFrom ?? run.base?.commit;
  return {
    ...nextRound(run, round),
    base,
    ...(rebasedFrom && { rebasedFrom }),
    result: { tree, commit, partial: run.result?.partial ?? false },
    fixing: { from: round, used: 0, ended },
  };
}

/** Goes on with the attempt of a round, whatever was begun after it. */
export function keepAttempt(
  run: RunDocument,
  { next = run.round, ...ended }: { round: number; detail: string; next?: number | undefined },
): RunDocument {
  const attempts = withThis(run);
  const kept = attempts.find(({ round }) => round === ended.round);
  const fixing = { from: 1, used: 0, ...run.fixing, ended };
  return kept ? { ...run, ...kept, round: next, attempts, fixing } : { ...run, fixing };
}

function withThis(run: RunDocument): Attempt[] {
  const before = run.attempts ?? [];
  const current = attemptOf(run);
  const known = !current || before.some(({ round }) => round === current.round);
  return known ? before : [...before, current].slice(-MAX_ATTEMPTS);
}

/** What is known of the same command from an earlier round stays. */
export const chosen = (before: RunDocument["preparation"], setup: Preparation | null): Preparation | null =>
  setup && before?.command === setup.command ? { ...before, ...setup } : setup;

/** Another round of the work; with `rebase` the base is pinned again. */
export function reworked(
  run: RunDocument,
  { round, rebase }: { round: number; rebase: boolean },
): RunDocument {
  const next = nextRound(run, round);
  if (!rebase) return next;
  const { base: _, rebasedFrom: _1, ...rest } = next;
  return rest;
}
