import type { Label } from "../../../../store/planner/item.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { showing, usualRange } from "./artifacts.ts";
import { classifyItem, modelLabelsOf } from "../items/classify.ts";
import { occurrencesIn, type Occurring } from "../items/occurrences.ts";
import { rangeOf } from "../../dates/range.ts";
import type { PlannerArtifactRecord, PlannerRangeQuery } from "./schemas.ts";
import { settingsOf, sourcesOf } from "../../planner_settings/settings.ts";
import { requireSources } from "../../planner_settings/sources_for.ts";
import { Copies } from "../items/copies.ts";

type Fits = (one: Pick<Occurring, "row" | "item">) => boolean;

/** Returns what takes a person away from work, with times, by default from now to the horizon. */
export const listTimeOff = (ctx: Ctx, query: PlannerRangeQuery): PlannerArtifactRecord[] =>
  listed(ctx, query, labelledAs(ctx, ["time_off", "holiday"]));

/** Returns meetings that were neither cancelled nor declined, with times. */
export const listMeetings = (ctx: Ctx, query: PlannerRangeQuery): PlannerArtifactRecord[] =>
  listed(ctx, query, meetings(ctx));

/** Returns whether an event is a meeting that was neither cancelled nor declined. */
export function meetings(ctx: Ctx): Fits {
  const { identity: { emails } } = settingsOf(ctx);
  const isMeeting = labelledAs(ctx, ["meeting"]);
  return (one) =>
    isMeeting(one) &&
    one.item.attendees.find(({ email }) => emails.includes(email))?.partstat !== "DECLINED";
}

function labelledAs(ctx: Ctx, labels: readonly Label[]): Fits {
  const { identity: { emails } } = settingsOf(ctx);
  const models = modelLabelsOf(ctx);
  const configs = new Map(sourcesOf(ctx).map(({ id, config }) => [id, config]));
  return ({ row, item }) =>
    row.status !== "cancelled" &&
    labels.includes(
      classifyItem(row, item, { config: configs.get(row.source_id) ?? null, emails, models }).label,
    );
}

function listed(ctx: Ctx, query: PlannerRangeQuery, fits: Fits): PlannerArtifactRecord[] {
  const { timeZone } = settingsOf(ctx);
  requireSources(ctx, query.source ?? []);
  const range = rangeOf(query, timeZone, usualRange(ctx), ctx.now());
  const shown = new Copies(ctx, query.source).shownOf(occurrencesIn(ctx, range, timeZone)).filter(fits);
  const show = showing(ctx);
  return [...Map.groupBy(shown, ({ row }) => row.id).values()].slice(query.offset, query.offset + query.limit)
    .map((occurring) => show(occurring[0]!.row, occurring));
}
