import type { Label } from "../../store/planner/item.ts";
import type { Ctx } from "../kernel/context.ts";
import { showArtifact, usualRange } from "./artifacts.ts";
import { classify } from "./classify.ts";
import { occurrencesIn } from "./occurrences.ts";
import { rangeOf } from "./range.ts";
import type { PlannerArtifactRecord, PlannerRangeQuery } from "./schemas.ts";
import { settingsOf, sourcesOf } from "./settings.ts";
import { Copies } from "./shown.ts";

/** Returns what takes a person away from work, with times, by default from now to the horizon. */
export const listTimeOff = (ctx: Ctx, query: PlannerRangeQuery): PlannerArtifactRecord[] =>
  labelled(ctx, query, ["time_off", "holiday"]);

/** Returns meetings that were neither cancelled nor declined, with times. */
export const listMeetings = (ctx: Ctx, query: PlannerRangeQuery): PlannerArtifactRecord[] =>
  labelled(ctx, query, ["meeting"]).filter(({ myResponse }) => myResponse !== "DECLINED");

function labelled(ctx: Ctx, query: PlannerRangeQuery, labels: readonly Label[]): PlannerArtifactRecord[] {
  const { timeZone, identity: { emails } } = settingsOf(ctx);
  const range = rangeOf(query, timeZone, usualRange(ctx), ctx.now());
  const configs = new Map(sourcesOf(ctx).map(({ id, config }) => [id, config]));
  const shown = new Copies(ctx).shownOf(occurrencesIn(ctx, range, timeZone)).filter(({ row, item }) =>
    row.status !== "cancelled" && (query.source?.includes(row.source_id) ?? true) &&
    labels.includes(classify(row, item, { config: configs.get(row.source_id) ?? null, emails }).label)
  );
  return [...Map.groupBy(shown, ({ row }) => row.id).values()].slice(0, query.limit)
    .map((occurring) => showArtifact(ctx, occurring[0]!.row, occurring));
}
