import { changedPaths, type Control, type Workspace } from "../../machine/repositories/mod.ts";
import { ruleFor } from "../commands/confine.ts";
import { executeSetup, succeeded } from "../commands/execute_setup.ts";
import { StepFailed } from "../commands/interrupts.ts";
import type { KeptSetups } from "../commands/kept_setups.ts";
import type { RunPort } from "../commands/ports.ts";
import { handOver, makeAtBase } from "../commands/setup_at_base.ts";
import { setupInputs } from "../commands/setup_inputs.ts";
import type { CombinedVerifier } from "./combinations.ts";

/** Combined files to prepare: their tree, and a fresh workspace with them. */
interface CombinedFiles {
  readonly control: Control;
  readonly workspace: Workspace;
  readonly tree: string;
}

/**
 * Prepares a workspace with the setup of a verifier, and never with network access: what the setup left at the base of its run
 * is copied, and the command is repeated without network. Throws `StepFailed` where that cannot be.
 */
export async function prepareOffline(
  step: RunPort,
  setups: KeptSetups,
  { run, setup }: CombinedVerifier,
  { control, workspace, tree }: CombinedFiles,
): Promise<Workspace> {
  if (setup === null) return workspace;
  const { repositoryId, commit, tree: base } = run.base!;
  const { signal } = step;
  const changed = (await changedPaths(control, base, tree)).map(({ path }) => path);
  const [read] = setupInputs(setup, changed, control.repository.prefix);
  if (read !== undefined) {
    throw new StepFailed(
      "command_failed",
      `What the setup command reads (${read}) differs from its own run's.`,
    );
  }
  const preparation = { command: setup, origin: "request" as const };
  const rule = await ruleFor(step, control.repository.root, "setup");
  const make = (directory: string) => {
    if (!rule.network) return makeAtBase(step, preparation, { control, signal, directory, commit });
    throw new StepFailed(
      "command_failed",
      "The setup command needs network access, and what it left is no longer kept.",
    );
  };
  const words = [repositoryId, base, setup, JSON.stringify(rule)];
  const prepared = await setups.use({ words, make, signal }, async (kept) => {
    await handOver(kept, control, workspace, commit);
    return { ...workspace, alsoAt: kept.directory };
  });
  const result = await executeSetup(step, preparation, { control, workspace: prepared, signal }, true);
  if (succeeded(result)) return prepared;
  throw new StepFailed("command_failed", "The setup command failed on these files without network access.");
}
