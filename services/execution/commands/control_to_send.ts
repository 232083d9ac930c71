import type { RunDocument } from "../../../store/runs/document.ts";
import type { Purpose } from "../../machine/processes/sandbox/mod.ts";
import { canTravel, changedPaths, type Control } from "../../machine/repositories/mod.ts";
import { hasSecrets, ruleFor } from "./confine.ts";
import type { RunPort, WorkspacePort } from "./ports.ts";
import { setupOf } from "./prepare_workspace.ts";
import { setupInputs } from "./setup_inputs.ts";

/** A repository whose files may go to another machine, and the command that prepares them there. */
export type Sendable = { control: Control; setup: string | null };

/** Why work has to be done here: the sentence for a person. */
type Stays = { stays: string };

/**
 * Returns the private repository of a run if work on some files of it can be done on another machine; otherwise why not: the files
 * depend on more than the commits, a command receives a secret, or a human may have to admit the setup.
 */
export async function controlToSend(
  step: RunPort & WorkspacePort,
  run: RunDocument,
  tree: string,
  purposes: readonly Purpose[],
): Promise<Sendable | Stays> {
  const base = run.base!;
  const control = await step.control();
  if (control.repository.alternates.length > 0 || !await canTravel(control)) {
    return {
      stays:
        "The repository cannot leave this machine: it is shallow, reads objects of another one, or has attributes outside of its commits.",
    };
  }
  const rules = await Promise.all(purposes.map((purpose) => ruleFor(step, base.root, purpose)));
  if (rules.some(hasSecrets)) {
    return { stays: "A command receives a stored secret, which never leaves this machine." };
  }
  const setup = setupOf(step, run)?.command ?? null;
  if (setup !== null) {
    const changed = (await changedPaths(control, base.tree, tree)).map(({ path }) => path);
    if (setupInputs(setup, changed, control.repository.prefix).length > 0) {
      return { stays: "The change is to what the setup reads, so a human may have to admit it here." };
    }
  }
  return { control, setup };
}
