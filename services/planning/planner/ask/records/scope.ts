import { LOCAL_SOURCE } from "../../../../../store/planner/source_stream.ts";
import type { Ctx } from "../../../../ground/kernel/context.ts";
import { InvalidError } from "../../../../ground/kernel/errors.ts";
import { type Range, rangeOf, timeAt } from "../../../dates/range.ts";
import { settingsOf, sourcesOf } from "../../../planner_settings/settings.ts";
import { stateOf } from "../../sources/source_status.ts";
import { requireSources } from "../../../planner_settings/sources_for.ts";
import { windowAt } from "../../../dates/window.ts";
import type { ParsedQuestion, QuestionRefusal } from "./interpret.ts";
import type { PlannerAskInput, PlannerAskResponse } from "./schemas.ts";

const USUAL_DAYS = 14;

/** Returns the sources that a question is about. Throws `NotFoundError`. */
export function sourcesAskedAbout(ctx: Ctx, { sources, accountId }: PlannerAskInput): string[] {
  const known = sourcesOf(ctx);
  requireSources(ctx, sources ?? []);
  const ofAccount = known.filter(({ config }) => accountId === undefined || config.accountId === accountId);
  const all = [...accountId === undefined ? [LOCAL_SOURCE] : [], ...ofAccount.map(({ id }) => id)];
  return all.filter((id) => sources?.includes(id) ?? true);
}

/** Returns when each source was last read. */
export function coverageOf(ctx: Ctx, ids: readonly string[]): PlannerAskResponse["coverage"] {
  const configured = sourcesOf(ctx);
  return ids.map((id) => {
    const source = configured.find((each) => each.id === id);
    // Local data is always current.
    if (!source) return { source: id, lastSuccessAt: ctx.now().toISOString(), stale: false };
    return { source: id, lastSuccessAt: source.lastSuccessAt, stale: stateOf(ctx, source) !== "ok" };
  });
}

/** Returns why no answer is possible; null if one is. */
export function whyUnanswerable(
  ctx: Ctx,
  ids: readonly string[],
  coverage: PlannerAskResponse["coverage"],
): QuestionRefusal | null {
  const { tables } = ctx.store.projector;
  const hasLocal = ids.includes(LOCAL_SOURCE) && tables.get(
        "select 1 from {planner_items} where source_id = ?1 and status <> 'gone' union all select 1 from {planner_tasks} where source_id = ?1 limit 1",
        LOCAL_SOURCE,
      ) !== undefined;
  if (hasLocal) return null;
  const others = coverage.filter(({ source }) => source !== LOCAL_SOURCE);
  if (others.length === 0) {
    return {
      reason: "no_source",
      detail:
        "There are no sources or tasks to answer from. Add a calendar, a file or a feed to the planner's sources first.",
    };
  }
  if (others.every(({ lastSuccessAt }) => lastSuccessAt === null)) {
    return {
      reason: "stale_sources",
      detail: "None of the sources has been read yet. Refresh them, and ask again.",
    };
  }
  return null;
}

/** Returns the range that a question means, or why it cannot be answered. */
export function rangeFor(
  ctx: Ctx,
  input: PlannerAskInput,
  { range, intent }: ParsedQuestion,
): Range | QuestionRefusal {
  const known = windowAt(ctx.now());
  const now = Math.floor(ctx.now().getTime() / 1000);
  const days = intent === "next" || intent === "when" ? settingsOf(ctx).horizonDays : USUAL_DAYS;
  try {
    if (input.from !== undefined || input.to !== undefined) {
      return rangeOf(input, settingsOf(ctx).timeZone, { from: now, to: now + days * 86_400 }, ctx.now());
    }
  } catch (cause) {
    if (cause instanceof InvalidError) return { reason: "out_of_range", detail: cause.message };
    throw cause;
  }
  const meant = range ?? { from: now, to: now + days * 86_400 };
  if (meant.from >= known.from && meant.to <= known.to) return meant;
  const [first, last] = [known.from, known.to].map((at) => timeAt(at).slice(0, 10));
  return {
    reason: "out_of_range",
    detail: `Occurrences are known from ${first} to ${last}. Ask about that time.`,
  };
}
