import { join } from "node:path";
import { erase, truncateLog } from "../../../store/erase.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { trialStream } from "../../../store/trials/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { removeControl, removeTree, repositoryId } from "../../machine/repositories/mod.ts";
import { removeSetupsOfTrial } from "../commands/setup_at_base.ts";
import { deleteRun } from "../executor/delete.ts";
import { clonesOf } from "./attempt.ts";
import type { TrialService } from "./bench.ts";

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
