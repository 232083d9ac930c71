import { z } from "zod";
import type { Ctx } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { timeSchema } from "../../ground/kernel/schemas.ts";
import { settingsOf } from "../../planning/planner_settings/settings.ts";
import { shownZoneOf } from "./calendar.ts";
import { defineTrigger, requireMoment } from "./define.ts";
import { zoneSchema } from "./firing/field_schemas.ts";
import { type TriggerInput, triggerInputSchema } from "./firing/schemas.ts";
import { shownTriggerSchema, showTrigger } from "./firing/shown_trigger.ts";
import { isScheduled, momentsBetween } from "./schedule/moments.ts";
import { describeMoment, describeTrigger } from "./schedule/words.ts";
import { readSentence } from "./sentence/read_sentence.ts";

export const readTriggerInputSchema = z.object({
  when: z.string().trim().min(1).max(300).optional().describe(
    'when it is to start, in English words, such as "every weekday at 9 in Berlin"',
  ),
  trigger: triggerInputSchema.optional().describe("a trigger that is only checked"),
  timezone: zoneSchema.optional().describe("of times without a zone; default: the planner's"),
}).refine(
  ({ when, trigger }) => (when === undefined) !== (trigger === undefined),
  "send either when or trigger",
);
type ReadTriggerInput = z.output<typeof readTriggerInputSchema>;

export const readTriggerSchema = z.object({
  trigger: shownTriggerSchema.nullable().describe("null for a webhook in words, which needs more"),
  needs: z.array(z.string()).describe("the fields that words cannot say"),
  parsed: z.array(z.object({ text: z.string(), means: z.string() })).describe(
    "how the words were understood",
  ),
  schedule: z.object({ words: z.string(), rules: z.array(z.string()) }),
  nextFires: z.array(z.object({
    at: timeSchema,
    local: z.string().describe("in the zone of the trigger"),
    words: z.string(),
    note: z.string().optional(),
  })).describe("the next five times of a schedule"),
}).meta({ id: "automationTriggerReadingSchema" });
type TriggerReading = z.output<typeof readTriggerSchema>;

const SHOWN = 5;

/** No schedule that has a moment left is without one for longer. */
const MAX_AHEAD = 10 * 366 * 24 * 60 * 60 * 1000;

/** Returns what a trigger, or words for one, would do; it is checked as if it were saved. Writes nothing. */
export async function readTrigger(ctx: Ctx, input: ReadTriggerInput): Promise<TriggerReading> {
  const zone = input.timezone ?? settingsOf(ctx).timeZone;
  const read = input.when === undefined
    ? { trigger: input.trigger!, needs: [], parsed: [] }
    : await readSentence(input.when, ctx.now(), zone);
  const { needs, parsed } = read;
  if (read.trigger === null) {
    const words = "When a request arrives at its path, with its secret";
    return { trigger: null, needs: [...needs], parsed, schedule: { words, rules: [] }, nextFires: [] };
  }
  const timed = timedOf(ctx, read.trigger, input.when);
  const { trigger } = timed;
  const after = ctx.now().getTime();
  const { moments } = isScheduled(timed)
    ? momentsBetween(timed, after, after + MAX_AHEAD, SHOWN)
    : { moments: [] };
  const nextFires = moments.map((at) => ({
    at: new Date(at).toISOString(),
    ...describeMoment(at, "timezone" in trigger ? shownZoneOf(timed) : zone),
  }));
  return {
    trigger: showTrigger(trigger),
    needs: [...needs],
    parsed,
    schedule: await describeTrigger(timed),
    nextFires,
  };
}

/** Words may say an interval that no automation can have. */
function checked(given: TriggerInput) {
  const { success, data } = triggerInputSchema.safeParse(given);
  if (success) return data;
  throw new InvalidError("The interval is not one from 10 seconds to 366 days.");
}

/** Returns the trigger as it would be saved, with its limits. An error about what was read from words names the words. */
function timedOf(ctx: Ctx, given: TriggerInput, when: string | undefined) {
  try {
    const trigger = defineTrigger(ctx, checked(given), null);
    const timed = { trigger, jitter: "PT0S", startAt: null, endAt: null };
    requireMoment(ctx, timed);
    return timed;
  } catch (cause) {
    if (when === undefined || !(cause instanceof InvalidError)) throw cause;
    throw new InvalidError(cause.message.replace(/^trigger\.\w+/, `"${when}"`));
  }
}
