import { erase, truncateLog } from "../../../../store/erase.ts";
import { plannerSourceStream } from "../../../../store/planner/source_stream.ts";
import { type Ctx, record } from "../../../ground/kernel/context.ts";
import { withdrawPlans } from "../waiting/plans.ts";
import { discardDrafts } from "../waiting/drafts.ts";
import type { ApplyingLive } from "../../../control/approvals/applying.ts";
import { eraseMaterial } from "../../../ground/material/erase.ts";

/**
 * Removes a source: its content is erased from the log, the views and the search, and its material from the storage directory.
 */
export async function removeSource(ctx: Ctx<ApplyingLive>, id: string): Promise<void> {
  await ctx.store.commit(() => {
    withdrawPlans(ctx, id);
    discardDrafts(ctx, id);
    const [tombstone] = record(ctx, plannerSourceStream, id, [{ type: "planner_source.deleted", data: {} }]);
    erase(ctx.store, { stream: `${plannerSourceStream.kind}/${id}` }, tombstone!.seq);
  });
  await eraseMaterial(ctx, { kind: "stream", id: `${plannerSourceStream.kind}/${id}` });
  await truncateLog(ctx.store);
}
