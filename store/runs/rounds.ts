import type { Preparation, RunDocument } from "./document.ts";
import type { RunAttempt } from "./result.ts";

type OnTop = { round: number; base: NonNullable<RunDocument["base"]>; tree: string; commit: string };

/** How many earlier rounds a run remembers. */
const MAX_ATTEMPTS = 20;

/** Returns the current round if it produced a patch and a verdict, or null. */
export const attemptOf = (
  { result, evaluation, bundle }: Pick<RunDocument, "result" | "evaluation" | "bundle">,
): RunAttempt | null =>
  result && evaluation && bundle ? { round: evaluation.round, result, evaluation, bundle } : null;

/** Discards what the last round produced and counts fix rounds from zero. The tasks' own results stay in their sessions. */
function nextRound(run: RunDocument, round: number): RunDocument {
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

/** The fix rounds of a round that a person began: there are none, whatever becomes of it. */
export const endedByPerson = (round: number, detail: string): NonNullable<RunDocument["fixing"]> => ({
  from: round,
  used: 0,
  ended: { round, detail },
  stopped: detail,
});

/** The same result, to be verified with another command. The outcome goes to a person first. */
export function verifiedAgain(
  run: RunDocument,
  { round, command, here }: { round: number; command: string; here?: boolean | undefined },
): RunDocument {
  return {
    ...nextRound(run, round),
    ...(run.result && { result: run.result }),
    verifier: { command },
    verifierGiven: true,
    ...(here && { verifyHere: round }),
    fixing: endedByPerson(round, "A person requested this verification."),
  };
}

/** The same change on another base. The verifier's result goes to a person first. */
export function onTopOf(run: RunDocument, { round, base, tree, commit }: OnTop): RunDocument {
  const rebasedFrom = run.rebasedFrom ?? run.base?.commit;
  return {
    ...nextRound(run, round),
    base,
    ...(rebasedFrom && { rebasedFrom }),
    result: { tree, commit, partial: run.result?.partial ?? false },
    fixing: endedByPerson(round, "A person rebased the change."),
  };
}

/** What the rounds of a run, or of a contender of its race, have found. */
type Rounds = Pick<RunDocument, "result" | "evaluation" | "bundle" | "attempts" | "fixing"> & {
  round?: number | undefined;
};

/** Continues with the attempt of a round, whatever was started after it. */
export function continueWithAttempt<T extends Rounds>(
  of: T,
  { next, ...ended }: { round: number; detail: string; next?: number | undefined },
): T {
  const attempts = withThis(of);
  const kept = attempts.find(({ round }) => round === ended.round);
  const stopped = next === undefined ? {} : { stopped: ended.detail };
  const fixing = { from: 1, used: 0, ...of.fixing, ended, ...stopped };
  const round = next ?? of.round ?? ended.round;
  return kept ? { ...of, ...kept, round, attempts, fixing } : { ...of, fixing };
}

/** Returns the attempts of a run or a contender with the current one, if it is one. */
export function withThis(of: Rounds): RunAttempt[] {
  const before = of.attempts ?? [];
  const current = attemptOf(of);
  const known = !current || before.some(({ round }) => round === current.round);
  return known ? before : [...before, current].slice(-MAX_ATTEMPTS);
}

/** What a person selected of the last round's patch. */
export const selected = (
  run: RunDocument,
  { round, ...result }: { round: number; tree: string; commit: string },
): RunDocument => ({ ...nextRound(run, round), result: { ...result, partial: true } });

/** The run after its setup command worked at a tree. */
export const prepared = (
  run: RunDocument,
  { tree: base, ...result }: { tree: string } & Omit<Preparation, "command" | "origin" | "base">,
): RunDocument => run.preparation ? { ...run, preparation: { ...run.preparation, base, ...result } } : run;

/** What is known of the same command from an earlier round is kept. */
export const chosen = (before: RunDocument["preparation"], setup: Preparation | null): Preparation | null =>
  setup && before?.command === setup.command ? { ...before, ...setup } : setup;

/** Another round of the work, or the same one again after a loss; with `rebase` the base is pinned again. */
export function reworked(
  run: RunDocument,
  { round, rebase, lost }: { round: number; rebase: boolean; lost?: readonly string[] | undefined },
): RunDocument {
  const next = { ...nextRound(run, round), ...(lost && repeated(run, lost, rebase)) };
  if (!rebase) return next;
  const { base: _, rebasedFrom: _1, ...rest } = next;
  return rest;
}

/** The rounds of a run of which one is done again: no fix round is added, and the attempts without their objects no longer count. */
function repeated(
  run: RunDocument,
  lost: readonly string[],
  rebase: boolean,
): Pick<RunDocument, "attempts" | "fixing"> {
  const { from = 1, used = 0, stopped } = run.fixing ?? {};
  return {
    attempts: withThis(run).map((attempt) =>
      rebase || lost.includes(attempt.result.commit) ? { ...attempt, lost: true } : attempt
    ),
    fixing: { from, used, ...(stopped !== undefined && { stopped }) },
  };
}
