import type { RunDocument } from "../../../store/runs/document.ts";
import { createWorkspace } from "../../machine/repositories/mod.ts";
import { clearWorkspace, workspacePaths } from "./paths.ts";
import type { StepPorts } from "./ports.ts";
import { prepareWorkspace } from "./prepare_workspace.ts";
import { type CommandResult, runCommand } from "./run_command.ts";

/** A run of the run's verifier on one commit. */
export type VerifierRequest = {
  run: RunDocument;
  commit: string;
  /** What it is recorded as, where that is not the verifier of the result. */
  about?: "base";
  signal: AbortSignal;
  onOutput?: (text: string) => void;
};

/** How the verifier ended. */
export type VerifierResult = Pick<
  CommandResult,
  "exitCode" | "timedOut" | "output" | "durationMilliseconds" | "confinement"
>;

/**
 * Runs the verifier in a workspace of its own on this machine. Returns "waits" when a human has to admit the setup first. Throws
 * what `prepareWorkspace` and `runCommand` throw.
 */
export async function verifyHere(
  step: StepPorts,
  { run, commit, about, signal, onOutput }: VerifierRequest,
): Promise<VerifierResult | "waits"> {
  const control = await step.control();
  const paths = workspacePaths(step.workspacePath(about ?? `verify-${run.round}`));
  await clearWorkspace(paths);
  try {
    await Deno.mkdir(step.workspacePath("."), { recursive: true, mode: 0o700 });
    const fresh = await createWorkspace(control, commit, paths.directory, signal);
    const prepared = await prepareWorkspace(step, { control, workspace: fresh, signal });
    if (prepared === "waits") return prepared;
    return await runCommand(step, {
      command: run.verifier!.command,
      control,
      workspace: prepared.workspace,
      purpose: "verifier",
      signal,
      ...(about && { about }),
      ...(onOutput && { onOutput }),
    });
  } finally {
    await clearWorkspace(paths);
  }
}
