import { processStream } from "../../../store/processes/stream.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { record } from "../../context.ts";
import { decideCommand } from "../../policy/decide.ts";
import { type ProcessResult, runProcess } from "../../processes/run.ts";
import { Halted, StepFailed } from "./interrupts.ts";
import type { StepContext } from "./step_context.ts";

/** How long one command may take. */
export const COMMAND_TIMEOUT_MILLISECONDS = 30 * 60 * 1000;

/** How much of a command's output is kept, in bytes. */
const OUTPUT_LIMIT = 1024 * 1024;

/** One shell command of a run. */
export type Command = {
  command: string;
  directory: string;
  purpose: string;
  signal: AbortSignal;
  taskSessionId?: string;
};

/**
 * Runs a command in a process group of its own, which is recorded before the command begins and again when nothing of it is
 * left, so that the next start finds what a killed service left behind. Throws `StepFailed` for a blocked class.
 */
export async function runCommand(step: StepContext, asked: Command): Promise<ProcessResult> {
  const { ctx } = step;
  await refuseBlocked(step, asked.command, asked.taskSessionId);
  const id = ctx.newId("process");
  let recorded = false;
  const result = await runProcess({
    command: asked.command,
    directory: asked.directory,
    signal: asked.signal,
    timeoutMilliseconds: COMMAND_TIMEOUT_MILLISECONDS,
    outputLimit: OUTPUT_LIMIT,
    redactor: ctx.redactor,
    onSpawn: async (group) => {
      const data = { ...group, purpose: asked.purpose };
      await ctx.store.commit(() =>
        record(ctx, processStream, id, [{ type: "process.started", data }], step.context(asked.taskSessionId))
      );
      recorded = true;
      await step.boundary(`process:${asked.purpose}:started`);
    },
  });
  if (recorded) {
    const outcome = result.timedOut
      ? "timed out"
      : result.aborted
      ? "was stopped"
      : `exit code ${result.exitCode}`;
    await ctx.store.commit(() => {
      if (!ctx.store.documents.has(processStream, id)) return;
      record(
        ctx,
        processStream,
        id,
        [{ type: "process.ended", data: { outcome } }],
        step.context(asked.taskSessionId),
      );
    });
  }
  if (result.aborted) throw new Halted();
  return result;
}

/** Throws `StepFailed`, once the refusal is on record, for a command of a blocked class. */
export async function refuseBlocked(
  step: StepContext,
  command: string,
  taskSessionId?: string,
): Promise<void> {
  const { blockedClass, reason } = decideCommand(command);
  if (!blockedClass) return;
  const data = { blockedClass: blockedClass.id, reason };
  await step.ctx.store.commit(() =>
    record(
      step.ctx,
      runStream,
      step.runId,
      [{ type: "run.policy_blocked", data }],
      step.context(taskSessionId),
    )
  );
  throw new StepFailed("policy_blocked", `${reason} (blocked class: ${blockedClass.id})`);
}
