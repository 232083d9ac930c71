import type { RunDocument } from "../../../../store/runs/document.ts";
import { canTravel, changedPaths, namedDirectory } from "../../../machine/repositories/mod.ts";
import { fits, labelsHere, type Offer, placementOf } from "../../../workforce/worker_machines/leases/mod.ts";
import { hasSecrets, ruleFor } from "../../commands/confine.ts";
import type { RunPort, WorkspacePort } from "../../commands/ports.ts";
import { setupOf } from "../../commands/prepare_workspace.ts";
import { setupInputs } from "../../commands/setup_inputs.ts";
import { whoIsMissing } from "./missing.ts";

/** Where a verification is done: offered to worker machines and perhaps done here too, only here, or nowhere now. */
export type Placing = { offer: Offer; alsoHere: boolean } | { here: true } | {
  nobody: string;
  only?: "here";
};

/**
 * Offers the verification of a round's result to worker machines, unless it has to be done here: none is there that may do it, a
 * person wants it here, a command receives a secret, or a human may have to admit the setup.
 */
export async function offerVerification(step: RunPort & WorkspacePort, run: RunDocument): Promise<Placing> {
  const { machines } = step.ctx;
  const { needs, here } = placementOf(step.ctx, run);
  const alsoHere = fits(labelsHere(step.ctx), needs);
  const base = run.base!;
  const repoPath = namedDirectory(base);
  const stays = run.verifyHere === run.round || here !== null;
  if (step.ctx.config.workerDoor === null || stays || !machines.hasMachineFor({ runId: run.id, repoPath })) {
    return alsoHere ? { here: true } : { nobody: whoIsMissing(step.ctx, run, { repoPath, stays }) };
  }
  const setup = setupOf(step, run)?.command ?? null;
  const control = await step.control();
  const why = await whyHere(step, run, setup);
  if (why !== null) return alsoHere ? { here: true } : { nobody: `${why} ${lacking(needs)}`, only: "here" };
  const offer = await machines.offer(step.ctx, {
    runId: run.id,
    round: run.round,
    repoPath,
    tree: run.result!.tree,
    command: run.verifier!.command,
    setup,
    control,
    base: { commit: base.commit, tree: base.tree },
    result: { commit: run.result!.commit, tree: run.result!.tree },
  });
  return { offer, alsoHere };
}

/** Returns why the repository or a command cannot leave this machine; null if they can. */
async function whyHere(
  step: RunPort & WorkspacePort,
  { base, result }: RunDocument,
  setup: string | null,
): Promise<string | null> {
  const control = await step.control();
  if (control.repository.alternates.length > 0 || !await canTravel(control)) {
    return "The repository cannot leave this machine: it is shallow, reads objects of another one, or has attributes outside of its commits.";
  }
  const rules = await Promise.all([
    ruleFor(step, base!.root, "setup"),
    ruleFor(step, base!.root, "verifier"),
  ]);
  if (rules.some(hasSecrets)) return "A command receives a stored secret, which never leaves this machine.";
  if (setup === null) return null;
  const changed = (await changedPaths(control, base!.tree, result!.tree)).map(({ path }) => path);
  return setupInputs(setup, changed, control.repository.prefix).length > 0
    ? "The change is to what the setup reads, so a human may have to admit it here."
    : null;
}

const lacking = (needs: readonly string[]): string =>
  `The verification needs ${
    needs.join(", ")
  }, which this machine does not have. Give it the label, if that is wrong: agent-harness workers placement --labels ${
    needs.join(",")
  }`;
