import { z } from "zod";
import { objectionToCron } from "../schedule/cron.ts";
import { longestOf, readDuration } from "../schedule/interval.ts";
import { isZone } from "../schedule/zone.ts";

/** An ISO 8601 duration within two limits. */
export const durationSchema = (least: string, most: string) =>
  z.string().max(64).superRefine((text, ctx) => {
    const duration = readDuration(text);
    const milliseconds = duration && longestOf(duration);
    const inside = milliseconds !== null && milliseconds >= longestOf(readDuration(least)!) &&
      milliseconds <= longestOf(readDuration(most)!);
    if (!inside) {
      ctx.addIssue({
        code: "custom",
        message: `an ISO 8601 duration from ${least} to ${most}, in whole seconds`,
      });
    }
  });

/** A cron pattern that matches some date. */
export const cronSchema = z.string().min(1).max(200).superRefine((pattern, ctx) => {
  const message = objectionToCron(pattern);
  if (message !== null) ctx.addIssue({ code: "custom", message });
}).describe("minute, hour, day of month, month, day of week; or @hourly … @yearly").meta({
  example: "0 9 * * MON-FRI",
});

/** The name of a time zone. */
export const zoneSchema = z.string().max(64).refine(
  isZone,
  "the IANA name of a time zone, such as Europe/Berlin",
)
  .meta({ example: "Europe/Berlin" });

/** A condition in CEL; it is checked when the automation is saved. */
export const expressionSchema = z.string().min(1).max(2000);
