import { automationStream } from "../../../../store/automations/stream.ts";
import { runStream } from "../../../../store/runs/stream.ts";
import type { StoredEvent } from "../../../../store/event.ts";
import { type Ctx, record } from "../../../ground/kernel/context.ts";
import { Pace } from "../../../ground/kernel/pace.ts";
import { type FilterMatch, readFilter } from "../filter/filter.ts";
import { fire } from "../firing/fire.ts";
import { type Cause, rowOf } from "../firing/row.ts";
import { requireAutomation } from "../firing/read_model.ts";
import { outsideOfTerm, tooManyEvents } from "../firing/refused_trigger.ts";
import { chainOf, describeLoop } from "./chain.ts";
import type { EventWatchLive, Watcher } from "./watch.ts";

/** How many entries an automation may be behind before a pass of maintenance records its progress. */
const MAX_BEHIND = 5_000;

/** Triggers automations by the events since the last time, each event at most once. */
export async function fireByEvents(ctx: Ctx<EventWatchLive>): Promise<void> {
  const pace = new Pace();
  for (let page = ctx.automations.nextPage(); page !== null; page = ctx.automations.nextPage()) {
    // What was read may be in a batch that is not on disk yet.
    await ctx.settled();
    const { events, upTo } = page;
    const filters = await filtersOf(ctx.automations.watchers());
    for (const event of events) {
      ctx.write(() => {
        for (const watcher of ctx.automations.watchers()) {
          fireByEvent(ctx, watcher, event, filters.get(watcher.id));
        }
      });
      await pace.breathe();
    }
    await ctx.settled();
    ctx.automations.advance(upTo);
  }
}

async function filtersOf(watchers: readonly Watcher[]): Promise<Map<string, FilterMatch>> {
  const filters = new Map<string, FilterMatch>();
  for (const { id, trigger } of watchers) {
    if (trigger.filter !== null) filters.set(id, await readFilter(trigger.filter, "event"));
  }
  return filters;
}

function fireByEvent(ctx: Ctx, watcher: Watcher, event: StoredEvent, filter: FilterMatch | undefined): void {
  const { trigger, eventCursor, id } = watcher;
  if (event.seq <= eventCursor || !trigger.types.includes(event.type)) return;
  const { type, stream, actor, at, runId = null, data, seq } = event;
  const repoPath = runId === null ? null : ctx.store.documents.get(runStream, runId)?.repoPath ?? null;
  const result = filter?.({ type, subject: stream, actor, at, runId, repoPath, data }) ?? { holds: true };
  if ("holds" in result && !result.holds) return;
  const causedBy = chainOf(ctx, event);
  const cause: Cause = {
    trigger: "event",
    dueAt: at,
    latenessMilliseconds: Math.max(0, ctx.now().getTime() - Date.parse(at)),
    eventSequence: seq,
    ...(causedBy.length > 0 && { causedBy }),
  };
  const refusal = "fault" in result
    ? `Its filter could not be applied: ${result.fault}.`
    : outsideOfTerm(watcher, at) ?? describeLoop(causedBy, id) ?? tooManyEvents(ctx, id);
  if (refusal === null) return void fire(ctx, requireAutomation(ctx, id), cause, { next: watcher.next });
  const row = { ...rowOf(watcher, cause), fireId: ctx.newId("fire"), next: watcher.next };
  record(ctx, automationStream, id, [{
    type: "automation.skipped",
    data: { ...row, outcome: "rejected", reason: refusal, runId: null },
  }]);
}

/** Records the progress of automations that no event has triggered for a long time. */
export function markSeen(ctx: Ctx<EventWatchLive>): void {
  const sequence = ctx.automations.seen;
  for (const { id, eventCursor } of ctx.automations.watchers()) {
    if (sequence - eventCursor < MAX_BEHIND) continue;
    record(ctx, automationStream, id, [{ type: "automation.events_seen", data: { sequence } }]);
  }
}
