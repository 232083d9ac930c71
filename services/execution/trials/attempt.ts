import { join } from "node:path";
import type { RunDocument } from "../../../store/runs/document.ts";
import { runStream } from "../../../store/runs/stream.ts";
import type { AttemptEnd, TrialCase, TrialDocument, TrialWorker } from "../../../store/trials/document.ts";
import { trialStream } from "../../../store/trials/stream.ts";
import { cancelRun } from "../../control/runs/end.ts";
import { queueRun } from "../../control/runs/create.ts";
import { requireRun } from "../../control/runs/read_model.ts";
import { contextOf } from "../../control/lifecycle/event_context.ts";
import { contextFor, record } from "../../ground/kernel/context.ts";
import { UnavailableError } from "../../ground/kernel/errors.ts";
import {
  cloneEndingAt,
  remnantsIn,
  removeControl,
  removeTree,
  repositoryId,
  TRIAL_CLONES,
} from "../../machine/repositories/mod.ts";
import { committedUsd, spendOfRun } from "../../sessions/models/budgets/spend.ts";
import { setupOfTrial } from "../commands/setup_at_base.ts";
import { judgeResult, onBench, type TrialService } from "./bench.ts";
import { type EndedRun, runEnd } from "./ended_run.ts";

/** One worker at one case. */
export type Pairing = { trial: TrialDocument; of: TrialCase; worker: TrialWorker };

/** Ends of a run that say nothing about the worker. */
const NOT_ITS_FAULT = ["provider_unavailable", "process_lost", "user_cancelled"];

/** Returns the directory of the clones in which workers attempt the cases of a trial. */
export const clonesOf = (storageDirectory: string, trialId: string): string =>
  join(storageDirectory, TRIAL_CLONES, trialId);

/**
 * Starts a worker at a case, in a clone that ends at the base: its run and the attempt are recorded together. Returns the id of the
 * run. Throws `UnavailableError` if the clone has anything from after the base.
 */
export async function beginAttempt(
  service: TrialService,
  { trial, of, worker }: Pairing,
  signal: AbortSignal,
): Promise<string> {
  const ctx = contextFor(service, "operator");
  const { storageDirectory } = ctx.config;
  const runId = ctx.newId("run");
  const directory = join(clonesOf(storageDirectory, trial.id), runId);
  if (trial.setup && !await setupOfTrial(storageDirectory, { trialId: trial.id, caseId: of.id })) {
    throw new UnavailableError(`What the setup left for the case ${of.id} is gone. Find the cases again.`);
  }
  await onBench(service, trial, signal, async ({ control }) => {
    await Deno.mkdir(directory, { recursive: true, mode: 0o700 });
    await cloneEndingAt(control, of.base, directory);
    const [remnant, ...others] = await remnantsIn(directory, of.base);
    if (remnant === undefined) return;
    await removeTree(directory);
    throw new UnavailableError(
      `The clone for the case ${of.id} has ${remnant} and ${others.length} more from later.`,
    );
  });
  await ctx.store.commit(() => {
    record(ctx, trialStream, trial.id, [{
      type: "trial.attempt_started",
      data: { caseId: of.id, worker, runId },
    }]);
    queueRun(ctx, {
      kind: "workflow",
      request: of.written && of.written.refused === null ? of.written.text : of.request,
      repoPath: join(directory, trial.prefix),
      worker,
      setup: null,
      here: true,
      onFailure: "fail",
      onRed: "fail",
      attempt: 1,
      ...(trial.plan?.attemptUsd && { maxCostUsd: trial.plan.attemptUsd }),
      trial: { trialId: trial.id, caseId: of.id },
    }, { id: runId });
  });
  return runId;
}

/** Waits for the run of an attempt, judges its result, records the end, and removes the clone. */
export async function endAttempt(
  service: TrialService,
  pairing: Pairing,
  runId: string,
  signal: AbortSignal,
): Promise<AttemptEnd> {
  const { trial } = pairing;
  const ending = await runEnd(service, runId, trial.plan!.attemptMinutes, signal);
  const end = await endOf(service, pairing, ending, signal);
  await keepEnd(service, trial, runId, end);
  return end;
}

/** Ends the attempts of a trial that are under way; they say nothing. Nothing may be working on the trial. */
export async function abandonAttempts(service: TrialService, trial: TrialDocument): Promise<void> {
  const ctx = contextFor(service, "system");
  for (const { runId } of trial.attempts.filter(({ end }) => end === null)) {
    const detail = "The trial was stopped.";
    await ctx.store.commit(() => cancelRun(ctx, requireRun(ctx, runId), detail));
    await ctx.execution.halt(runId);
    const facts = factsOf(service, requireRun(ctx, runId));
    await keepEnd(service, trial, runId, { outcome: "void", detail, ...facts, broke: [] });
  }
}

/** Records the end of an attempt, puts its run away and removes its clone. */
async function keepEnd(
  service: TrialService,
  trial: TrialDocument,
  runId: string,
  end: AttemptEnd,
): Promise<void> {
  const ctx = contextFor(service, "system");
  await ctx.store.commit(() => {
    record(ctx, trialStream, trial.id, [{ type: "trial.attempt_ended", data: { runId, ...end } }]);
    const now = requireRun(ctx, runId);
    if (!now.archivedAt) record(ctx, runStream, runId, [{ type: "run.archived", data: {} }], contextOf(now));
  });
  await removeClone(service, trial, runId);
}

/** Returns what a run cost, and how long it was worked on. */
function factsOf(service: TrialService, run: RunDocument): Pick<AttemptEnd, "costUsd" | "milliseconds"> {
  const spend = spendOfRun(service, run.id);
  return {
    costUsd: spend.unknownCalls > 0 ? null : committedUsd(spend),
    milliseconds: run.work?.milliseconds ?? 0,
  };
}

/** Removes the clone of an attempt, and what the service kept of it. */
async function removeClone(
  { config: { storageDirectory } }: TrialService,
  { id, prefix }: TrialDocument,
  runId: string,
): Promise<void> {
  const directory = join(clonesOf(storageDirectory, id), runId);
  await removeTree(directory);
  await removeControl(storageDirectory, repositoryId(join(directory, prefix)));
}

async function endOf(
  service: TrialService,
  { trial, of, worker }: Pairing,
  { run, cancelled }: EndedRun,
  signal: AbortSignal,
): Promise<AttemptEnd> {
  const facts = { ...factsOf(service, run), broke: [] };
  const detail = (run.statusDetail ?? "").slice(0, 1000);
  if (run.status !== "completed") {
    const isItsOwn = run.status === "failed"
      ? !NOT_ITS_FAULT.includes(run.statusReason ?? "")
      : cancelled === "late" || cancelled === "asked";
    return { outcome: isItsOwn ? "unsolved" : "void", detail, ...facts };
  }
  const { provider, model } = run.plannedBy ?? worker;
  if (provider !== worker.provider || model !== worker.model) {
    return { outcome: "void", detail: `${provider}/${model} did the work instead.`, ...facts };
  }
  if (!run.bundle?.files) return { outcome: "unsolved", detail: "It changed no files.", ...facts };
  const { patchSha256 } = run.bundle;
  const judged = await onBench(service, trial, signal, (bench) => judgeResult(bench, of, patchSha256));
  return { ...facts, ...judged };
}
