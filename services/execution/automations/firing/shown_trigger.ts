import { z } from "zod";
import {
  eventTriggerSchema,
  manualTriggerSchema,
  scheduleTriggerSchema,
  type Trigger,
  webhookTriggerSchema,
} from "../../../../store/automations/document.ts";

const shownWebhookSchema = webhookTriggerSchema.omit({ previousUntil: true }).extend({
  until: webhookTriggerSchema.shape.previousUntil.describe("when the previous secret expires"),
});

/** A trigger as the API shows it. */
export const shownTriggerSchema = z.union([
  ...scheduleTriggerSchema.options,
  shownWebhookSchema,
  eventTriggerSchema,
  manualTriggerSchema,
]);
type ShownTrigger = z.output<typeof shownTriggerSchema>;

/** Returns a trigger as the API shows it, whose fields have other names than the log has kept. */
export function showTrigger(trigger: Trigger): ShownTrigger {
  if (trigger.kind !== "webhook") return trigger;
  const { previousUntil: until, ...shown } = trigger;
  return { ...shown, until };
}
