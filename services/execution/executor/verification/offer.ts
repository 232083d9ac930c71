import type { RunDocument } from "../../../../store/runs/document.ts";
import { canTravel, changedPaths, namedDirectory } from "../../../machine/repositories/mod.ts";
import type { Offer } from "../../../workforce/worker_machines/leases/mod.ts";
import { hasSecrets, ruleFor } from "../../commands/confine.ts";
import type { RunPort, WorkspacePort } from "../../commands/ports.ts";
import { setupOf } from "../../commands/prepare_workspace.ts";
import { setupInputs } from "../../commands/setup_inputs.ts";

/**
 * Offers the verification of a round's result to worker machines. Returns null where it has to be done here: none is there that
 * may do it, a person wants it here, a command receives a secret, or a human may have to admit the setup.
 */
export async function offerVerification(
  step: RunPort & WorkspacePort,
  run: RunDocument,
): Promise<Offer | null> {
  const { machines, config } = step.ctx;
  if (config.workerDoor === null || run.verifyHere === run.round) return null;
  const { base, result } = run;
  const repoPath = namedDirectory(base!);
  if (!machines.hasMachineFor({ repoPath })) return null;
  const control = await step.control();
  if (control.repository.alternates.length > 0 || !await canTravel(control)) return null;
  const rules = await Promise.all([
    ruleFor(step, base!.root, "setup"),
    ruleFor(step, base!.root, "verifier"),
  ]);
  if (rules.some(hasSecrets)) return null;
  const setup = setupOf(step, run)?.command ?? null;
  if (setup !== null) {
    const changed = (await changedPaths(control, base!.tree, result!.tree)).map(({ path }) => path);
    if (setupInputs(setup, changed, control.repository.prefix).length > 0) return null;
  }
  return await machines.offer(step.ctx, {
    runId: run.id,
    round: run.round,
    repoPath,
    tree: result!.tree,
    command: run.verifier!.command,
    setup,
    control,
    base: { commit: base!.commit, tree: base!.tree },
    result: { commit: result!.commit, tree: result!.tree },
  });
}
