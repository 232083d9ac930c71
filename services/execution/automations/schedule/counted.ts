import type { AutomationDocument } from "../../../../store/automations/document.ts";
import { Pace } from "../../../ground/kernel/pace.ts";
import { isScheduled, type Moments, momentsBetween } from "./moments.ts";

const DAY = 24 * 60 * 60 * 1000;

/** The most moments that are counted individually. */
const MAX_COUNTED = 10_000;

/** Returns the moments after a time up to and with another, in milliseconds, day by day so that others are answered between. */
export async function countMoments(
  automation: AutomationDocument,
  after: number,
  to: number,
): Promise<Moments> {
  const moments: number[] = [];
  if (!isScheduled(automation)) return { moments, more: false };
  const pace = new Pace();
  for (let from = after; from < to; from += DAY) {
    const found = momentsBetween(automation, from, Math.min(from + DAY, to), MAX_COUNTED - moments.length);
    moments.push(...found.moments);
    if (found.more) return { moments, more: true };
    await pace.breathe();
  }
  return { moments, more: false };
}
