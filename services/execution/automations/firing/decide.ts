import type { AutomationDocument } from "../../../../store/automations/document.ts";
import { jitterOf } from "../schedule/jitter.ts";
import { readDuration } from "../schedule/interval.ts";
import { momentsBetween, type ScheduledAutomation } from "../schedule/moments.ts";

/**
 * How late a moment may be and still count as fired, not as caught up: the clock sleeps for at most 30 seconds. One that
 * came while the service was off is always caught up.
 */
const ON_TIME_MILLISECONDS = 60_000;

/** The most moments that are counted individually, and the most that `all` catches up. */
export const MAX_COUNTED = 10_000;
const MAX_CAUGHT_UP = 100;

/** The outcome of due moments: a span of them is missed, or one starts a run. */
export type FiringDecision =
  | { kind: "miss"; first: number; last: number; count: number; atLeast: boolean; reason: string }
  | { kind: "fire"; dueAt: number; outcome: "fired" | "caught_up" };

/** The fields of an automation that the outcome depends on. */
export type FiringFields =
  & ScheduledAutomation
  & Pick<AutomationDocument, "id" | "cursor" | "catchUp" | "catchupWindow" | "jitter">;

/**
 * Decides the outcome of the moments after the cursor, up to now, in order. Leaves out moments that started a run while the
 * clock was ahead.
 */
export function decide(
  automation: FiringFields,
  { now, startedAt }: { now: number; startedAt: number },
  hasStarted: (at: number) => boolean,
): FiringDecision[] {
  const cursor = Date.parse(automation.cursor);
  const readyAt = (at: number) => at + jitterOf(automation, at);
  const oldest = now - millisecondsOf(automation.catchupWindow);
  // A moment can be caught up from when its jitter is over, so one that was due before the window may be within it.
  const windowFrom = oldest - millisecondsOf(automation.jitter);
  const old = momentsBetween(automation, cursor, Math.min(windowFrom, now), MAX_COUNTED);
  const recent = momentsBetween(automation, Math.max(cursor, windowFrom), now, MAX_COUNTED);
  const unready = recent.more ? -1 : recent.moments.findIndex((at) => readyAt(at) > now);
  const due = (unready < 0 ? recent.moments : recent.moments.slice(0, unready)).filter((at) =>
    !hasStarted(at)
  );
  const firstRecent = due.findIndex((at) => readyAt(at) > oldest);
  const ready = recent.more ? due : firstRecent < 0 ? [] : due.slice(firstRecent);
  const tooOld = [
    ...old.moments.filter((at) => !hasStarted(at)),
    ...due.slice(0, due.length - ready.length),
  ];
  const missed = tooOld.length === 0 ? [] : [
    {
      ...miss(
        tooOld,
        `It was more than ${automation.catchupWindow} ago, which is the catch-up window.`,
      ),
      ...(old.more && { last: Math.max(windowFrom, tooOld.at(-1)!), atLeast: true }),
    },
  ];
  if (recent.more) return [...missed, miss(recent.moments, "There were too many missed runs to catch up.")];
  // A start that lies in the future was recorded by a clock that has since been set back.
  const upSince = startedAt <= now ? startedAt : -Infinity;
  return [...missed, ...ofReady(automation, ready, { now, upSince })];
}

function ofReady(
  automation: FiringFields,
  ready: readonly number[],
  { now, upSince }: { now: number; upSince: number },
): FiringDecision[] {
  const newest = ready.at(-1);
  if (newest === undefined) return [];
  const isOnTime = (at: number) => {
    const readyAt = at + jitterOf(automation, at);
    return readyAt >= upSince && now - readyAt <= ON_TIME_MILLISECONDS;
  };
  const fire = (dueAt: number): FiringDecision => ({
    kind: "fire",
    dueAt,
    outcome: isOnTime(dueAt) ? "fired" : "caught_up",
  });
  const missing = (moments: readonly number[], reason: string) =>
    moments.length === 0 ? [] : [miss(moments, reason)];
  switch (automation.catchUp) {
    case "all":
      return [
        ...missing(ready.slice(0, -MAX_CAUGHT_UP), `At most ${MAX_CAUGHT_UP} are caught up.`),
        ...ready.slice(-MAX_CAUGHT_UP).map(fire),
      ];
    case "latest":
      return [
        ...missing(ready.slice(0, -1), "A later moment was also due, and only the latest is caught up."),
        fire(newest),
      ];
    case "none":
      return isOnTime(newest)
        ? [...missing(ready.slice(0, -1), "Missed moments are not caught up."), fire(newest)]
        : missing(ready, "Missed moments are not caught up.");
  }
}

const millisecondsOf = (duration: string): number =>
  readDuration(duration)!.total({ unit: "milliseconds", relativeTo: "2024-01-01" });

const miss = (moments: readonly number[], reason: string): Extract<FiringDecision, { kind: "miss" }> => ({
  kind: "miss",
  first: moments[0]!,
  last: moments.at(-1)!,
  count: moments.length,
  atLeast: false,
  reason,
});
