import { join } from "node:path";
import { erase, truncateLog } from "../../../store/erase.ts";
import { foldInTurns } from "../../../store/fold_when_idle.ts";
import { removePending } from "../../../store/pending_files.ts";
import { isTerminal, type RunDocument } from "../../../store/runs/document.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { deletedBefore } from "../../ground/kernel/deleted_before.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { keepSpend } from "../../sessions/models/budgets/mod.ts";
import { forget, removeTree } from "../../machine/repositories/mod.ts";
import { eraseCombinations } from "../../control/combinations/erase.ts";
import { isApplying } from "../../control/runs/applying.ts";
import { cancelRun } from "../../control/runs/end.ts";
import { removeEndedDirectory } from "../commands/paths.ts";
import { contextOf } from "../../control/lifecycle/event_context.ts";
import { requireRun } from "../../control/runs/read_model.ts";
import { workspacesOf } from "../commands/control.ts";
import { undoOf } from "./undo/request.ts";
import type { ExecutorLive } from "../commands/live.ts";
import { sessionsOf } from "../../control/lifecycle/sessions.ts";

/**
 * Erases a run. Its events stay in the chain without their data; documents, artifacts and git objects are removed. An active
 * run is cancelled first. Returns the erased id; a second time it changes nothing.
 */
export async function deleteRun(ctx: Ctx<ExecutorLive>, id: string): Promise<{ deleted: string }> {
  await foldInTurns(ctx.store);
  if (deletedBefore(ctx, runStream, id)) return { deleted: id };
  const run = requireRun(ctx, id);
  if (isApplying(ctx, run)) {
    throw new InvalidError(`The run ${id} is applying its approved patch. Delete it after it has ended.`);
  }
  if (["ready", "applying"].includes(undoOf(ctx, id)?.application ?? "none")) {
    throw new InvalidError(`The run ${id} is being undone. Delete it after that.`);
  }
  if (!isTerminal(run.status)) {
    const ended = cancelRun(ctx, run, "The run was deleted.");
    await ctx.settled();
    await Promise.all(ended.map((each) => ctx.execution.halt(each)));
  }
  const sessions = sessionsOf(ctx, id);
  await ctx.store.commit(() => {
    if (!ctx.store.documents.has(runStream, id)) return; // another request has deleted it
    keepSpend(ctx, id);
    const [tombstone] = record(ctx, runStream, id, [{ type: "run.deleted", data: {} }], contextOf(run));
    erase(ctx.store, { runId: id }, tombstone!.seq);
    eraseCombinations(ctx, id);
  });
  await removePending(ctx.store, ctx.artifacts);
  await removeTree(join(workspacesOf(ctx.config.storageDirectory), id)); // a person may have been in it
  for (const session of sessions) await removeEndedDirectory(ctx, session.id);
  await forgetObjects(ctx, run);
  await truncateLog(ctx.store);
  return { deleted: id };
}

/** Releases the run's git objects; they are removed when no other objects are being created. */
async function forgetObjects(ctx: Ctx<ExecutorLive>, { id, base }: RunDocument): Promise<void> {
  if (!base) return;
  await forget(ctx.config.storageDirectory, base.repositoryId, id);
  await ctx.execution.prune();
}
