import type { Preparation } from "../../store/runs/document.ts";
import { captureTree, changedPaths, createWorkspace, treeOf, untrackedPaths } from "../repositories/mod.ts";
import type { SandboxRule } from "../processes/sandbox/mod.ts";
import { homeOf, ruleFor } from "./confine.ts";
import type { RunPort } from "./ports.ts";
import { executeSetup, failSetup, keepOutput, type SetupTarget, succeeded } from "./execute_setup.ts";
import type { KeptSetup } from "./kept_setups.ts";

/** Runs the setup in a worktree of the base and returns its result. Throws `StepFailed` when the command fails. */
export async function makeAtBase(
  step: RunPort,
  setup: Preparation,
  { directory, commit, ...target }: Omit<SetupTarget, "workspace"> & { directory: string; commit: string },
): Promise<KeptSetup> {
  const { control, signal, taskSessionId } = target;
  const workspace = await createWorkspace(control, commit, directory, signal);
  const result = await executeSetup(step, setup, { ...target, workspace });
  if (!succeeded(result)) {
    await keepOutput(step, setup, result.output, { name: "base", taskSessionId });
    failSetup(setup, result);
  }
  const added = await untrackedPaths(control, workspace);
  const left = await captureTree(control, workspace, signal);
  const differing = await changedPaths(control, await treeOf(control, commit), left);
  return {
    directory,
    runId: step.runId,
    added,
    changed: differing.filter(({ oldMode }) => Number(oldMode) !== 0),
    network: result.confinement.network,
    secrets: hasSecrets(await ruleFor(step, control.repository.root, "setup")),
    durationMilliseconds: Math.round(result.durationMilliseconds),
    bytes: await diskUsage([directory, homeOf(workspace)]),
    output: result.output,
  };
}

const hasSecrets = ({ environment }: SandboxRule): boolean =>
  Object.values(environment).some((value) => typeof value !== "string");

async function diskUsage(directories: readonly string[]): Promise<number> {
  const { stdout } = await new Deno.Command("du", {
    args: ["-sk", "--", ...directories],
    stdin: "null",
    stderr: "null",
  }).output();
  const lines = new TextDecoder().decode(stdout).trim().split("\n");
  return lines.reduce((sum, line) => sum + 1024 * (parseInt(line, 10) || 0), 0);
}
