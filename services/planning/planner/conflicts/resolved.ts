import type { ItemRow } from "../../../../store/planner/item_rows.ts";
import { readJson } from "../../../../store/json_text.ts";
import type { SuppressionDocument } from "../../../../store/planner/suppression_stream.ts";
import type { Core } from "../../../ground/kernel/context.ts";
import { counted } from "../../../ground/kernel/words.ts";
import type { Range } from "../../dates/range.ts";
import { windowAt } from "../../dates/window.ts";
import { computeConflicts, conflictRange } from "./compute.ts";
import type { PlannerConflict, PlannerConflictQuery } from "./schemas.ts";
import { keptSuppressions, showSuppression } from "./suppressed.ts";

type Reader = Pick<Core, "store" | "now">;

/** Returns the conflicts of a range that a person suppressed and that no longer exist, at no time, by start. */
export function resolvedIn(
  ctx: Reader,
  range: Range,
  { kinds }: PlannerConflictQuery,
): PlannerConflict[] {
  const { from, to } = range;
  const suppressed = new Map(keptSuppressions(ctx).toReversed().map((each) => [each.conflictId, each]));
  for (const where of [range, conflictRange(ctx), windowAt(ctx.now())]) {
    if (suppressed.size === 0) return [];
    for (const { id } of computeConflicts(ctx, where)) suppressed.delete(id);
  }
  return suppressed.values().filter(({ kind, found }) =>
    (kinds?.includes(kind) ?? true) && found !== undefined && Date.parse(found.start) / 1000 < to &&
    Date.parse(found.end) / 1000 > from
  ).map((each) => showResolved(ctx, each)).toArray().sort((a, b) => a.start < b.start ? -1 : 1);
}

function showResolved(ctx: Reader, suppression: SuppressionDocument): PlannerConflict {
  const { conflictId: id, kind, artifactIds, at, found } = suppression;
  return {
    id,
    kind,
    status: "resolved",
    artifactIds,
    ...found!,
    detail: `${namesOf(ctx, suppression)}: this no longer is a conflict.`,
    explain: ["Since it was suppressed, an entry of it has moved, was removed, or no longer takes time."],
    suggestions: [],
    firstSeenAt: at,
    suppression: showSuppression(ctx, suppression, null),
    suppressionLapsed: true,
  };
}

function namesOf({ store }: Reader, { artifactIds, found }: SuppressionDocument): string {
  const titles = artifactIds.flatMap((id) => {
    const row = store.projector.tables.get<ItemRow>("select * from {planner_items} where id = ?", id);
    return row ? [`"${readJson(row.body).title}"`] : [];
  });
  const others = artifactIds.length - titles.length + found!.taskIds.length;
  return [
    ...titles,
    ...(others > 0
      ? [counted(others, titles.length > 0 ? "other" : "entry", titles.length > 0 ? "others" : "entries")]
      : []),
  ]
    .join(" and ");
}
