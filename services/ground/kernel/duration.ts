import { z } from "zod";

/** Returns the milliseconds of an ISO 8601 duration in days, hours, minutes and seconds, or null. */
export function millisecondsOf(text: string): number | null {
  if (!/^P(?!$)(?:\d+D)?(?:T(?!$)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d{1,3})?S)?)?$/.test(text)) return null;
  try {
    return Temporal.Duration.from(text).total("milliseconds");
  } catch {
    return null; // out of the range of numbers
  }
}

/** An ISO 8601 duration of at most `max`, itself a duration. */
export const durationUpTo = (max: string) =>
  z.string().refine((text) => {
    const milliseconds = millisecondsOf(text);
    return milliseconds !== null && milliseconds <= millisecondsOf(max)!;
  }, `expected an ISO 8601 duration of at most ${max}, such as PT30M`);
