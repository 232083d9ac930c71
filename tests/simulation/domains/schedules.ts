import type { Random } from "../../recovery/load/random.ts";

/** When something fires: what its trigger says, and the first moment after another. */
export type Schedule = { name: string; trigger: object; after: (moment: number) => number };

/** Something that fires by a schedule, if it has one, and the next moment of it. */
type Scheduled = { readonly schedule: Schedule | null; next: number };

/** The moments that fired, and those that came and did not. */
type Moments = { readonly due: string[]; readonly missed: string[] };

const MINUTE = 60_000;
/** Local times lie on quarters of an hour here, as offsets of zones do. */
const QUARTER = 15 * MINUTE;
const HOUR = 60 * MINUTE;
/** How old a moment is at most that is caught up. */
const CATCH_UP = HOUR;
/** How long after a jump of the clock it is not clear whether the service has noticed. */
const UNCLEAR = MINUTE;
const ZONES = ["Europe/Berlin", "America/New_York"] as const;

/** A schedule by a seed: an interval, a minute of every hour, or a local time in which clocks may change. */
export function scheduleBy(random: Random): Schedule {
  const dice = random.next();
  if (dice < 0.6) return interval(random.between(10, 40));
  if (dice < 0.7) return hourly(random.between(0, 59));
  return daily(random.between(1, 3), 15 * random.between(0, 3), random.pick(ZONES));
}

/** Counts from its start. */
function interval(minutes: number): Schedule {
  const every = minutes * MINUTE;
  return { name: "interval", trigger: { every: `PT${minutes}M` }, after: (moment) => moment + every };
}

/** With the hour `*`, it follows elapsed time. */
function hourly(minute: number): Schedule {
  const past = minute * MINUTE;
  const after = (moment: number) => (Math.floor((moment - past) / HOUR) + 1) * HOUR + past;
  return { name: "hourly", trigger: { cron: `${minute} * * * *` }, after };
}

/** Once a day: a skipped time at the first minute after the gap, a repeated one at its first pass. */
function daily(hour: number, minute: number, zone: string): Schedule {
  const local = localTime(zone);
  const target = hour * 60 + minute;
  const hasCome = (moment: number, day: string) => {
    const { date, minutes } = local(moment);
    return date === day && minutes >= target;
  };
  const isFirst = (moment: number) => {
    const { date } = local(moment);
    return hasCome(moment, date) && !hasCome(moment - QUARTER, date) && !hasCome(moment - HOUR, date);
  };
  const after = (moment: number) => {
    let next = (Math.floor(moment / QUARTER) + 1) * QUARTER;
    while (!isFirst(next)) next += QUARTER;
    return next;
  };
  return { name: "daily", trigger: { cron: `${minute} ${hour} * * *`, timezone: zone }, after };
}

/** The local date of a moment, and how many minutes of it have passed by the clocks there. */
function localTime(zone: string): (moment: number) => { date: string; minutes: number } {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  return (moment) => {
    const [date = "", time = ""] = format.format(moment).split(", ");
    const [hours = 0, minutes = 0] = time.split(":").map(Number);
    return { date, minutes: 60 * hours + minutes };
  };
}

/** The moments that have come, after which the next one is another. */
export function momentsUntil(scheduled: Scheduled, now: number): string[] {
  const moments: string[] = [];
  for (const { schedule } = scheduled; schedule !== null && scheduled.next <= now;) {
    moments.push(new Date(scheduled.next).toISOString());
    scheduled.next = schedule.after(scheduled.next);
  }
  return moments;
}

/** Whether it is clear which moment is the latest when the service notices a jump of the clock, and whether it is caught up. */
export function isClearAfter({ schedule, next }: Scheduled, from: number, to: number): boolean {
  let latest = from;
  for (; schedule !== null && next <= to; next = schedule.after(next)) latest = next;
  return next > to + UNCLEAR && Math.abs(to - latest - CATCH_UP) > UNCLEAR;
}

/** Of the moments that a jump of the clock passed, the latest is caught up, if it is not too old. */
export function caughtUpAt(moments: readonly string[], to: number): readonly string[] {
  return moments.slice(-1).filter((latest) => to - Date.parse(latest) <= CATCH_UP);
}

/** Of the moments that have come, some are due; what was due before does not fire again. */
export function come({ due, missed }: Moments, fired: readonly string[], moments: readonly string[]): void {
  due.push(...fired.filter((moment) => !due.includes(moment)));
  due.sort();
  missed.push(...moments.filter((moment) => !fired.includes(moment)));
}

/** Goes on with the first moment from now, which may have come before without firing, if the clock was set back since. */
export function beginAgain(scheduled: Moments & Scheduled, now: number): void {
  const again = scheduled.missed.toSorted().find((moment) => Date.parse(moment) > now);
  if (again !== undefined) scheduled.next = Date.parse(again);
  scheduled.missed.length = 0;
}
