import type { Preparation } from "../../../store/runs/document.ts";
import { type Control, namedDirectory, type Workspace } from "../../machine/repositories/mod.ts";
import { recordArtifact } from "../../control/runs/artifacts.ts";
import { describeEnd } from "../../machine/processes/describe_end.ts";
import { type CommandResult, runCommand, showOutput } from "./run_command.ts";
import { StepFailed } from "./interrupts.ts";
import type { RunPort } from "./ports.ts";
import { repositoryStream } from "../../../store/repositories/stream.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { defaultOf } from "../../control/autonomy/defaults/mod.ts";
import { record } from "../../ground/kernel/context.ts";
import { isFromAgent } from "../../control/runs/origin.ts";

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
export async function keepSetupOutput(
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
  const reason = result.timedOut ? "timeout" : "command_failed";
  throw new StepFailed(reason, `${describeEnd(`The setup command "${command}"`, result)}${forget}`);
}

type Result = Pick<Preparation, "network" | "reused" | "bytes"> & { durationMilliseconds: number };

/**
 * Records, once for each base of a run, that its setup worked, stores its output, and remembers the command for the
 * repository if the run named it.
 */
export async function recordAtBase(
  step: RunPort,
  setup: Preparation,
  result: Result,
  output: string,
): Promise<void> {
  if (step.run().preparation?.base === step.run().base!.tree) return;
  await keepSetupOutput(step, setup, output, { name: "base" });
  await step.advance(step.run().round, (run) => {
    const { repositoryId, tree } = run.base!;
    if (run.preparation?.base === tree) return;
    const data = { ...result, tree };
    record(step.ctx, runStream, run.id, [{ type: "run.setup_completed", data }], step.context());
    const held = [
      defaultOf(step.ctx, namedDirectory(run.base!), "setup")?.value,
      step.ctx.store.documents.get(repositoryStream, repositoryId)?.setup,
    ];
    // What a human admitted for an agent's run should not apply to every other run.
    if (setup.origin !== "request" || held.includes(setup.command) || isFromAgent(run, "setup")) return;
    const remembered = { command: setup.command };
    record(step.ctx, repositoryStream, repositoryId, [
      { type: "repository.setup_remembered", data: remembered },
    ], step.context());
  });
}

/** Records that the setup worked in a worktree that differs from the base. */
export async function recordOnChanges(
  step: RunPort,
  { confinement: { network }, durationMilliseconds }: CommandResult,
  taskSessionId: string | undefined,
): Promise<void> {
  await step.advance(step.run().round, (run) => {
    const data = { network, durationMilliseconds: Math.round(durationMilliseconds) };
    record(
      step.ctx,
      runStream,
      run.id,
      [{ type: "run.setup_repeated", data }],
      step.context(taskSessionId),
    );
  });
}
