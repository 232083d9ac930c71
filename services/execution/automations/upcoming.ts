import type { AutomationDocument } from "../../../store/automations/document.ts";
import { automationStream } from "../../../store/automations/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { isScheduled, momentsBetween } from "./schedule/moments.ts";

/** A future moment. */
export type UpcomingMoment = { automation: AutomationDocument; at: string };

/** How many moments of one automation are returned; the next ones matter. */
const EACH = 20;

/** Returns the next moments of all enabled automations between two times, up to a limit. */
export function upcomingMoments(ctx: Ctx, from: Date, to: Date, limit: number): UpcomingMoment[] {
  const start = Math.max(from.getTime() - 1, ctx.now().getTime());
  return nextDue(ctx, limit)
    .filter(isScheduled)
    .flatMap((automation) =>
      momentsBetween(automation, Math.max(start, Date.parse(automation.cursor)), to.getTime(), EACH).moments
        .map((at) => ({ automation, at: new Date(at).toISOString() }))
    )
    .sort((a, b) => a.at < b.at ? -1 : a.at > b.at ? 1 : 0)
    .slice(0, limit);
}

/** Returns the enabled automations that are due next; those that are due later are left out above the limit. */
function nextDue({ store: { documents } }: Ctx, limit: number): AutomationDocument[] {
  const rows = documents.tables.all<{ automation_id: string }>(
    "select automation_id from {automation_due} where enabled = 1 and ready_at is not null order by ready_at limit ?",
    limit,
  );
  return rows.flatMap(({ automation_id }) => documents.get(automationStream, automation_id) ?? []);
}
