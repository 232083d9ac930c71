import type { ReadonlySignal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { duration, relativeTime } from "../../../client/words.ts";

/** The current time, in milliseconds; updates automatically. */
export const ClockContext = createContext<ReadonlySignal<number> | null>(null);

/** Returns the clock of the page. Throws outside of one. */
export function useClock(): ReadonlySignal<number> {
  const clock = useContext(ClockContext);
  if (!clock) throw new Error("a time needs a ClockContext around it");
  return clock;
}

const EXACT = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "long" });

const OF_DATE = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });

/** Returns a time with its date, to the second. */
export const exactTime = (at: string): string => OF_DATE.format(Date.parse(at));

/** A relative time. The exact one is its tooltip. */
export function Time({ at }: { at: string }) {
  const clock = useClock();
  const time = Date.parse(at);
  return (
    <time dateTime={at} title={`${EXACT.format(time)}\n${at}`}>
      {relativeTime(time, Math.max(clock.value, Date.now()))}
    </time>
  );
}

const OF_DAY = new Intl.DateTimeFormat(undefined, {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
  hour12: false,
});

/** A time of day to the millisecond, for lists of events. */
export function Clock({ at }: { at: string }) {
  const time = Date.parse(at);
  return (
    <time class="numbers" dateTime={at} title={`${EXACT.format(time)}\n${at}`}>{OF_DAY.format(time)}</time>
  );
}

/** The duration of something that ended, or its duration so far. */
export function Elapsed({ from, to }: { from: string; to: string | null | undefined }) {
  const clock = useClock();
  const end = to ? Date.parse(to) : clock.value;
  return <span class="numbers">{duration(end - Date.parse(from))}</span>;
}

/** The time that was spent on something so far, without waiting times. */
export function Worked({ work }: { work: { milliseconds: number; since?: string | undefined } | undefined }) {
  const clock = useClock();
  if (!work) return <>–</>;
  const now = work.since === undefined ? 0 : Math.max(0, clock.value - Date.parse(work.since));
  return <span class="numbers" title="Without waiting">{duration(work.milliseconds + now)}</span>;
}
