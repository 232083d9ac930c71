import type { TrialDocument } from "../../../store/trials/document.ts";
import { trialStream } from "../../../store/trials/stream.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { NotFoundError } from "../../ground/kernel/errors.ts";
import { without } from "../../../store/shared/records.ts";
import { compare } from "./compare.ts";
import type { ShownTrial, TrialQuery, TrialSummary } from "./schemas.ts";

type Reads = Pick<Core, "store">;

/** Returns the trial's document. Throws `NotFoundError`. */
export function requireTrial({ store }: Reads, id: string): TrialDocument {
  const trial = store.documents.get(trialStream, id);
  if (!trial) throw new NotFoundError("trial", id);
  return trial;
}

/** Returns trials, newest first. */
export const listTrials = ({ store }: Reads, { status, limit, offset }: TrialQuery): TrialSummary[] =>
  store.documents.find(trialStream, { ...(status && { status }) }, { limit, offset, newestFirst: true })
    .map(summarise);

/** Returns a trial with its cases, attempts and comparison. Throws `NotFoundError`. */
export const getTrial = (ctx: Reads, id: string): ShownTrial => showTrial(requireTrial(ctx, id));

/** Returns a trial as the API shows it. */
export const showTrial = (trial: TrialDocument): ShownTrial => ({
  ...summarise(trial),
  cases: trial.cases,
  plan: trial.plan,
  attempts: trial.attempts,
  result: compare(trial),
});

function summarise(trial: TrialDocument): TrialSummary {
  const { cases, plan, attempts } = trial;
  const dropped: Record<string, number> = {};
  for (const { outcome } of cases) {
    if (outcome !== "proved") dropped[outcome] = (dropped[outcome] ?? 0) + 1;
  }
  return {
    ...without(trial, { cases: true, attempts: true, plan: true }),
    proved: cases.filter(({ outcome }) => outcome === "proved").length,
    dropped,
    ended: attempts.filter(({ end }) => end !== null && end.outcome !== "void").length,
    planned: plan ? plan.workers.length * plan.caseIds.length : 0,
  };
}
