import type { AutomationDocument } from "../../store/automations/document.ts";
import { automationStream } from "../../store/automations/stream.ts";
import type { Ctx } from "../kernel/context.ts";
import { isScheduled, momentsBetween } from "./schedule/moments.ts";

/** A moment that is still to come. */
export type UpcomingMoment = { automation: AutomationDocument; at: string };

/** The moments of one automation that are looked at: the next ones are what counts. */
const EACH = 20;

/** The next moments of all enabled automations between two times, at most so many of them. */
export function upcomingMoments(ctx: Ctx, from: Date, to: Date, limit: number): UpcomingMoment[] {
  const start = Math.max(from.getTime() - 1, ctx.now().getTime());
  return ctx.store.documents.find(automationStream, { status: "enabled" }, { limit })
    .filter(isScheduled)
    .flatMap((automation) =>
      momentsBetween(automation, Math.max(start, Date.parse(automation.cursor)), to.getTime(), EACH).moments
        .map((at) => ({ automation, at: new Date(at).toISOString() }))
    )
    .sort((a, b) => a.at < b.at ? -1 : a.at > b.at ? 1 : 0)
    .slice(0, limit);
}
