import { join } from "node:path";
import { erase, truncateLog } from "../../../store/erase.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { trialStream } from "../../../store/trials/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { removeControl, removeTree, repositoryId } from "../../machine/repositories/mod.ts";
import { removeSetupsOfTrial } from "../commands/setup_at_base.ts";
import { deleteRun } from "../executor/delete.ts";
import { clonesOf } from "./attempt.ts";
import type { TrialService } from "./bench.ts";
import { requireTrial } from "./read_model.ts";
import type { TrialsLive } from "./work.ts";

/**
 * Erases a trial with the runs of its attempts and all that it has on disk. Returns the erased id. Throws `InvalidError` for one
 * that is under way. Once this is recorded, the next start completes what a crash interrupts.
 */
export async function deleteTrial(
  ctx: Ctx<TrialService & TrialsLive>,
  id: string,
): Promise<{ deleted: string }> {
  await ctx.store.commit(() => {
    const { status } = requireTrial(ctx, id);
    if (status === "finding" || status === "running") {
      throw new InvalidError(`The trial ${id} is ${status}. Stop it first: agent-harness trial stop ${id}.`);
    }
    if (status !== "deleting") record(ctx, trialStream, id, [{ type: "trial.deletion_started", data: {} }]);
  });
  await ctx.trials.halt(id, () => eraseTrial(ctx, id));
  return { deleted: id };
}

/** Erases a trial whose deletion is recorded, or what a crash left of it. Nothing may be working on it. */
export async function eraseTrial(ctx: Ctx<TrialService>, id: string): Promise<void> {
  const trial = ctx.store.documents.get(trialStream, id);
  if (!trial) return; // two people deleted it
  const { attempts, prefix } = trial;
  const { storageDirectory } = ctx.config;
  const clones = clonesOf(storageDirectory, id);
  for (const { runId } of attempts) {
    if (ctx.store.documents.has(runStream, runId)) await deleteRun(ctx, runId);
    await removeControl(storageDirectory, repositoryId(join(clones, runId, prefix)));
  }
  await removeTree(clones);
  await removeSetupsOfTrial(storageDirectory, id);
  await ctx.store.commit(() => {
    const [tombstone] = record(ctx, trialStream, id, [{ type: "trial.deleted", data: {} }]);
    erase(ctx.store, { stream: `${trialStream.kind}/${id}` }, tombstone!.seq);
  });
  await truncateLog(ctx.store);
}
