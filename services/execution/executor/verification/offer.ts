import type { RunDocument } from "../../../../store/runs/document.ts";
import { namedDirectory } from "../../../machine/repositories/mod.ts";
import { fits, labelsHere, type Offer, placementOf } from "../../../workforce/worker_machines/leases/mod.ts";
import { controlToSend } from "../../commands/control_to_send.ts";
import type { RunPort, WorkspacePort } from "../../commands/ports.ts";
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
  const kind = "verification";
  const stays = run.verifyHere === run.round || here !== null;
  if (
    step.ctx.config.workerDoor === null || stays || !machines.hasMachineFor({ kind, runId: run.id, repoPath })
  ) {
    return alsoHere ? { here: true } : { nobody: whoIsMissing(step.ctx, run, { repoPath, stays }) };
  }
  const result = run.result!;
  const sendable = await controlToSend(step, run, result.tree, ["setup", "verifier"]);
  if ("stays" in sendable) {
    return alsoHere ? { here: true } : { nobody: `${sendable.stays} ${lacking(needs)}`, only: "here" };
  }
  const { control, setup } = sendable;
  const offer = await machines.offer(step.ctx, {
    kind,
    repositoryId: control.id,
    baseTree: base.tree,
    runId: run.id,
    round: run.round,
    repoPath,
    tree: result.tree,
    command: run.verifier!.command,
    setup,
    control,
    base: { commit: base.commit, tree: base.tree },
    result: { commit: result.commit, tree: result.tree },
  });
  return { offer, alsoHere };
}

const lacking = (needs: readonly string[]): string =>
  `The verification needs ${
    needs.join(", ")
  }, which this machine does not have. Give it the label, if that is wrong: agent-harness workers placement --labels ${
    needs.join(",")
  }`;
