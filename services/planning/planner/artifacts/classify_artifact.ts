import type { Label } from "../../../../store/planner/item.ts";
import { plannerSourceStream } from "../../../../store/planner/source_stream.ts";
import { type Ctx, record } from "../../../ground/kernel/context.ts";
import { requireItem } from "../items/rows.ts";
import { showArtifact } from "./artifacts.ts";
import type { PlannerArtifactRecord } from "./schemas.ts";

/** Sets the classification of an artifact permanently; null returns to the rules. */
export function classifyArtifact(
  ctx: Ctx,
  id: string,
  { label, reason = null }: { label: Label | null; reason?: string | null | undefined },
): PlannerArtifactRecord {
  const { row } = requireItem(ctx, id);
  const data = { itemId: row.id, label, reason };
  if (row.human_label !== label || (label !== null && row.human_reason !== reason)) {
    record(ctx, plannerSourceStream, row.source_id, [{ type: "planner.item_classified", data }]);
  }
  return showArtifact(ctx, requireItem(ctx, row.id).row);
}
