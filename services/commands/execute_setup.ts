import type { Preparation } from "../../store/runs/document.ts";
import type { Control, Workspace } from "../repositories/mod.ts";
import { recordArtifact } from "../runs/artifacts.ts";
import { type CommandResult, runCommand } from "./run_command.ts";
import { StepFailed } from "./interrupts.ts";
import { lastLines, showOutput } from "./output.ts";
import type { RunPort } from "./ports.ts";

/** A fresh workspace to prepare, and for whom. */
export type SetupTarget = {
  control: Control;
  workspace: Workspace;
  signal: AbortSignal;
  taskSessionId?: string;
};

/** Runs a setup command in a workspace; `offline` runs it without network whatever the rules say. */
export async function executeSetup(
  step: RunPort,
  { command }: Preparation,
  { control, workspace, signal, taskSessionId }: SetupTarget,
  offline = false,
): Promise<CommandResult> {
  return await runCommand(step, {
    command,
    control,
    workspace,
    purpose: "setup",
    signal,
    offline,
    onOutput: showOutput(step, taskSessionId),
    ...(taskSessionId && { taskSessionId }),
  });
}

/** Whether a setup command succeeded. */
export const succeeded = ({ exitCode, timedOut }: CommandResult): boolean => exitCode === 0 && !timedOut;

/** Stores a setup command's output as an artifact of the run, if there is any. */
export async function keepOutput(
  step: RunPort,
  { command }: Preparation,
  output: string,
  { name, taskSessionId }: { name: string; taskSessionId?: string | undefined },
): Promise<void> {
  if (output === "") return;
  const content = await step.ctx.artifacts.write(output);
  await step.advance(step.run().round, () => {
    recordArtifact(step.ctx, step.context(taskSessionId), content, {
      path: `setup/${name}.txt`,
      purpose: "setup",
      previewType: "text",
      label: "Setup output",
      summary: command.slice(0, 500),
      mediaType: "text/plain",
    });
  });
}

/** Throws `StepFailed` with what happened and, for a remembered command, how to forget it. */
export function failSetup(setup: Preparation, result: CommandResult): never {
  const { command, origin, rememberedFrom } = setup;
  const forget = origin === "request"
    ? ""
    : ` It is remembered${
      rememberedFrom ? ` from ${rememberedFrom}` : ""
    }; retry with "setup": null to forget it.`;
  if (result.timedOut) {
    throw new StepFailed("timeout", `The setup command "${command}" took too long and was stopped.${forget}`);
  }
  const said = lastLines(result.output);
  throw new StepFailed(
    "command_failed",
    `The setup command "${command}" ended with exit code ${result.exitCode}${
      said === "" ? "." : `: ${said}`
    }${forget}`,
  );
}
