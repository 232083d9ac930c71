import type { Result } from "../routes/endpoint.ts";
import type { Api } from "../routes/mod.ts";
import { cronWords } from "./cron_words.ts";
import { spanWords } from "./iso_duration.ts";

type Automation = Pick<Result<Api["GET /automations"]>[number], "trigger">;

/** Returns the trigger of an automation as text. */
export function triggerWords({ trigger }: Automation): string {
  switch (trigger.kind) {
    case "schedule":
      if ("cron" in trigger) return `${cronWords(trigger.cron) ?? trigger.cron} (${trigger.timezone})`;
      return "every" in trigger ? `every ${spanWords(trigger.every)}` : `once, at ${trigger.at}`;
    case "webhook":
      return `webhook ${trigger.path}`;
    case "event":
      return trigger.types.join(", ");
    case "manual":
      return "manual";
  }
}
