import type { Evaluation, RunDocument } from "../../../../store/runs/document.ts";
import { runStream } from "../../../../store/runs/stream.ts";
import { record } from "../../../ground/kernel/context.ts";
import { mergeResults, retain } from "../../../machine/repositories/mod.ts";
import { recordArtifact } from "../../../control/runs/artifacts.ts";
import { asSentence } from "../../../ground/kernel/words.ts";
import { describeEnd } from "../../../machine/processes/describe_end.ts";
import { showOutput } from "../../commands/run_command.ts";
import { Halted, StepFailed } from "../../commands/interrupts.ts";
import { recordEvaluation, writeEvaluation } from "../results/evaluation_file.ts";
import { type BasePort, by, type RunPort, type StepPorts, type WorkspacePort } from "../../commands/ports.ts";
import { conflict } from "../../commands/task_commits.ts";
import { counting, leavesOf } from "../../../control/lifecycle/sessions.ts";
import { failuresOf } from "../../../control/runs/failures.ts";
import { besideBase } from "../../../control/runs/judge.ts";
import { verifiedBefore } from "../verification/before.ts";
import { type PlacedResult, verifyAnywhere } from "../verification/place.ts";
import { whereSentence } from "../../../../store/worker_machines/where.ts";
import { verifierOutputPath } from "../../../control/runs/verification_paths.ts";
import type { TaskSessionDocument } from "../../../../store/task_sessions/stream.ts";

/** The least time that the check of the base gets after the result's: a machine at work may begin it late. */
const MIN_BASE_MILLISECONDS = 2_000;

/** Merges the results once per round and runs the verifier on exactly that. */
export async function verifyResults(step: StepPorts & BasePort): Promise<void> {
  if (!step.run().result) await integrate(step);
  const run = step.run();
  const evaluated = run.verifier
    ? await verifiedBefore(step, run) ?? await evaluate(step, run)
    : { evaluation: unverified(step, run), output: "" };
  if (evaluated === "waits") return;
  const { output } = evaluated;
  const content = output === "" ? null : await step.ctx.artifacts.write(output);
  const evaluation = { ...evaluated.evaluation, ...(content && { outputSha256: content.sha256 }) };
  const written = await writeEvaluation(step, evaluation);
  await step.boundary("verify:evaluated");
  await step.advance(run.round, () => {
    const { ctx } = step;
    if (content) {
      recordArtifact(ctx, step.context(), content, {
        path: verifierOutputPath(run.round),
        purpose: "verification",
        previewType: "text",
        label: "Verifier output",
        summary: evaluation.detail,
        mediaType: "text/plain",
        round: run.round,
      }, { text: output });
    }
    recordEvaluation(step, evaluation, written);
    const data = { ...evaluation, ...by(step) };
    record(ctx, runStream, run.id, [{ type: "evaluation.completed", data }], step.context());
  });
}

async function integrate(step: RunPort & WorkspacePort): Promise<void> {
  const run = step.run();
  const sessions = counting(run, step.sessions());
  const results = resultSessions(run, sessions).map((session) => session.result!.commit);
  const control = await step.control();
  const merged = await mergeResults(control, run.base!.commit, results, run.createdAt);
  if ("conflicts" in merged) throw new StepFailed("apply_conflict", conflict(merged.conflicts));
  await retain(control, run.id, `result-${run.round}`, merged.commit);
  await step.advance(run.round, () => {
    // A card may have been moved in the meantime; then this is no longer the result.
    if (!step.run().settled && counting(run, step.sessions()).some(({ status }) => status !== "completed")) {
      throw new Halted();
    }
    record(
      step.ctx,
      runStream,
      run.id,
      [{ type: "run.integrated", data: { ...merged, ...by(step) } }],
      step.context(),
    );
  });
  await step.boundary("verify:integrated");
}

const unverified = (step: RunPort, run: RunDocument): Evaluation => ({
  id: step.ctx.newId("evaluation"),
  outcome: "not_verified",
  round: run.round,
  detail: "No verifier was given, so the result is not tested.",
});

type Evaluated = { evaluation: Evaluation; output: string };

/** Runs the verifier; returns "waits" when a human has to admit the setup on the result first. */
async function evaluate(
  step: StepPorts & BasePort,
  run: RunDocument,
): Promise<Evaluated | "waits"> {
  const { signal } = step;
  const request = { run, commit: run.result!.commit, signal, onOutput: showOutput(step) };
  const result = await verifyAnywhere(step, request);
  if (result === "waits") return result;
  const evaluation = evaluationOf(step, run, result);
  const base = await step.base.result(step, Math.max(result.durationMilliseconds, MIN_BASE_MILLISECONDS));
  return { evaluation: base ? besideBase(evaluation, base) : evaluation, output: result.output };
}

/** Returns what the round's evaluation says of a verifier that ended. */
function evaluationOf(step: RunPort, run: RunDocument, result: PlacedResult): Evaluation {
  const { command } = run.verifier!;
  const passed = result.exitCode === 0 && !result.timedOut;
  const { reportedBy } = result;
  const end = passed ? `The verifier "${command}" passed.` : describeEnd(`The verifier "${command}"`, result);
  return {
    id: step.ctx.newId("evaluation"),
    outcome: passed ? "passed" : "failed",
    round: run.round,
    command,
    exitCode: result.exitCode,
    durationMilliseconds: Math.round(result.durationMilliseconds),
    confinement: result.confinement,
    ...(!passed && { failures: failuresOf(result.output) }),
    ...(reportedBy && { reportedBy }),
    detail: reportedBy ? `${asSentence(end)} ${whereSentence(reportedBy)}` : end,
  };
}

/** Returns the task sessions whose results make up the run's: those that a workflow names, or those that no other builds on. */
function resultSessions(
  { settled }: Pick<RunDocument, "settled">,
  sessions: readonly TaskSessionDocument[],
): TaskSessionDocument[] {
  if (settled) return sessions.filter(({ taskId }) => settled.results.includes(taskId));
  return leavesOf(sessions);
}
