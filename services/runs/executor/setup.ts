import { repositoryStream } from "../../../store/repositories/stream.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
import { captureTree, type Control, type Workspace } from "../../repositories/mod.ts";
import { runCommand } from "./commands.ts";
import { StepFailed } from "./interrupts.ts";
import { showOutput } from "./output.ts";
import type { StepContext } from "./step_context.ts";

/** The command that prepares a fresh worktree: the run's own, or the one remembered for its repository. */
export function setupOf(step: StepContext, run: RunDocument): string | null {
  if (run.setup) return run.setup.command;
  const repository = run.base && step.ctx.store.documents.get(repositoryStream, run.base.repositoryId);
  return repository?.setup ?? null;
}

/**
 * Runs the setup command in a fresh workspace. Gives the tree that the setup left, from which the worker's own changes are
 * counted, or null when there is no setup. Throws `StepFailed` when it fails.
 */
export async function runSetup(
  step: StepContext,
  run: RunDocument,
  place: { control: Control; workspace: Workspace; signal: AbortSignal; taskSessionId?: string },
): Promise<string | null> {
  const command = setupOf(step, run);
  if (command === null) return null;
  const { control, workspace, signal, taskSessionId } = place;
  const result = await runCommand(step, {
    command,
    control,
    workspace,
    purpose: "setup",
    signal,
    onOutput: showOutput(step, taskSessionId),
    ...(taskSessionId && { taskSessionId }),
  });
  if (result.timedOut) {
    throw new StepFailed("timeout", `The setup command "${command}" took too long and was ended.`);
  }
  if (result.exitCode !== 0) {
    throw new StepFailed(
      "invalid_input",
      `The setup command "${command}" ended with exit code ${result.exitCode}: ${lastLines(result.output)}`,
    );
  }
  return await captureTree(control, workspace);
}

/** The end of an output, for a sentence. */
export const lastLines = (output: string): string =>
  output.trimEnd().split("\n").slice(-5).join("\n").slice(-1000);
