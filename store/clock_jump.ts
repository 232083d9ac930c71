import { z } from "zod";
import { counted } from "./words.ts";

/** By how many milliseconds the clock has jumped while something was worked on: ahead, or back if that is negative. */
export const clockJumpSchema = z.object({ milliseconds: z.number().int() });

/** Returns what that means, as a sentence. */
export function describeClockJump({ milliseconds }: z.infer<typeof clockJumpSchema>): string {
  const by = counted(Math.round(Math.abs(milliseconds) / 1000), "second");
  const how = milliseconds > 0
    ? `went ahead by ${by}: it was set forward, or the machine slept`
    : `was set back by ${by}`;
  return `The clock ${how}. This does not count as work.`;
}
