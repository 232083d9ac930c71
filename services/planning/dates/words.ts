import type { Ctx } from "../../ground/kernel/context.ts";
import { dayIn, type Range } from "./range.ts";
import { settingsOf } from "../planner_settings/settings.ts";
import { wallInZone, wallOf } from "../icalendar/wall.ts";

const DAY = 86_400;

/** Returns a text in the form in which it is compared: lower case without accents. */
export const plain = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** Returns the seconds of a moment. */
export const seconds = (at: string): number => Date.parse(at) / 1000;

/** Whether a range is a moment, of which only the minute was said. */
export const isMomentRange = ({ from, to }: Range): boolean => to - from <= 60;

/** Returns a range in words, in the planner's time zone. */
export function within(ctx: Ctx, { from, to }: Range): string {
  const { timeZone } = settingsOf(ctx);
  const [day, last] = [dayIn(from, timeZone), dayIn(to - 1, timeZone)];
  if (to - from < DAY / 2) {
    const [start, end] = [from, to].map((at) => wallOf(wallInZone(at, timeZone)).slice(11, 16));
    if (isMomentRange({ from, to })) return `on ${day} at ${start}`;
    return `on ${day} from ${start} to ${end}`;
  }
  return day === last ? `on ${day}` : `from ${day} to ${last}`;
}

/** Whether words contain a term, also in the singular. */
export function says(words: string, term: string): boolean {
  const [text, looked] = [plain(words), plain(term)];
  return text.includes(looked) || (/[^s]s$/.test(looked) && text.includes(looked.slice(0, -1)));
}
