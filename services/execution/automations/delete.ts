import { automationStream } from "../../../store/automations/stream.ts";
import { erase, truncateLog } from "../../../store/erase.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { deletedBefore } from "../../ground/kernel/deleted_before.ts";
import { eraseMaterial } from "../../ground/material/erase.ts";
import { requireAutomation } from "./firing/read_model.ts";

/** Erases an automation with its ledger and what was sent to it. Its runs continue and are kept. */
export async function deleteAutomation(ctx: Ctx, id: string): Promise<{ deleted: string }> {
  const stream = `${automationStream.kind}/${id}`;
  if (!deletedBefore(ctx, automationStream, id)) {
    requireAutomation(ctx, id);
    await ctx.store.commit(() => {
      requireAutomation(ctx, id);
      const [tombstone] = record(ctx, automationStream, id, [{ type: "automation.deleted", data: {} }]);
      erase(ctx.store, { stream }, tombstone!.seq);
    });
  }
  // Also again: the service may have been stopped in between.
  await eraseMaterial(ctx, { kind: "stream", id: stream });
  await truncateLog(ctx.store);
  return { deleted: id };
}
