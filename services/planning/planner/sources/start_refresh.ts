import type { Ctx } from "../../../ground/kernel/context.ts";
import { InvalidError, NotFoundError } from "../../../ground/kernel/errors.ts";
import { existing, type Made, made } from "../../../ground/kernel/made.ts";
import type { PlannerRefreshInput, PlannerRefreshRun } from "./schemas.ts";
import { refreshOf } from "./refreshes.ts";
import { rangeOf } from "../../dates/range.ts";
import { windowAt } from "../../dates/window.ts";
import { type ConfiguredSource, settingsOf, sourcesOf } from "../../planner_settings/settings.ts";
import type { RefresherLive } from "./refresher.ts";

const MAX_WAIT_MILLISECONDS = 20_000;

/**
 * Refreshes the named sources, or all enabled ones. The response has one row for each, which says how it ended or, without `wait`
 * or after 20 seconds, that it continues or waits for its turn. A source's failure is in its row, not an error. A request that begins no refresh, because
 * it joins those under way, creates nothing.
 */
export async function startRefresh(
  ctx: Ctx<RefresherLive>,
  input: PlannerRefreshInput,
): Promise<() => Made<PlannerRefreshRun[]>> {
  // A refresh reads whole sources, of which occurrences are known within a window: another time cannot be made current.
  rangeOf(input, settingsOf(ctx).timeZone, windowAt(ctx.now()), ctx.now());
  const sources = sourcesToRefresh(ctx, input);
  const begins = sources.some(({ id }) => !ctx.planner.wouldJoin(id, input.full));
  const refreshes = sources.map(({ id }) => ctx.planner.refresh(id, { full: input.full, trigger: "manual" }));
  const work = Promise.all(
    refreshes.map(({ ended }, at) =>
      ended.catch((cause) =>
        ctx.log.error(`The source ${sources[at]!.id} of the planner could not be refreshed`, cause)
      )
    ),
  );
  const recorded = Promise.allSettled(refreshes.map((each) => each.recorded));
  const patience = new AbortController();
  if (input.wait) {
    await Promise.race([work, ctx.pause(MAX_WAIT_MILLISECONDS, patience.signal).catch(() => {})]);
    patience.abort();
  }
  const ids = (await recorded).flatMap((each) => each.status === "fulfilled" ? each.value : []);
  return () => {
    const rows = ids.flatMap((id) => refreshOf(ctx, id));
    return begins ? made(rows) : existing(rows);
  };
}

function sourcesToRefresh(ctx: Ctx, { sources, accountId }: PlannerRefreshInput): ConfiguredSource[] {
  const all = sourcesOf(ctx);
  for (const id of sources ?? []) {
    const source = all.find((each) => each.id === id);
    if (!source) throw new NotFoundError("planner source", id);
    if (!source.config.enabled) {
      throw new InvalidError(`The source "${id}" is disabled. Enable it in the settings first.`);
    }
  }
  return all.filter(({ id, config }) =>
    config.enabled && (sources === undefined || sources.includes(id)) &&
    (accountId === undefined || config.accountId === accountId)
  );
}
