import type { Tone } from "../kit/badge.tsx";
import type { AutomationLine, Fire } from "./types.ts";

/** Returns the trigger of an automation as text. */
export function triggerWords({ trigger }: Pick<AutomationLine, "trigger">): string {
  switch (trigger.kind) {
    case "schedule":
      if ("cron" in trigger) return `${trigger.cron} (${trigger.timezone})`;
      return "every" in trigger ? `every ${trigger.every}` : `once, at ${trigger.at}`;
    case "webhook":
      return `webhook ${trigger.path}`;
    case "event":
      return trigger.types.join(", ");
    case "manual":
      return "manual";
  }
}

/** The tone of each outcome of a fire. */
export const OUTCOME_TONES: Readonly<Record<Fire["outcome"], Tone>> = {
  fired: "good",
  caught_up: "info",
  skipped_overlap: "warning",
  skipped_paused: "neutral",
  skipped_disabled: "neutral",
  deduplicated: "neutral",
  missed: "warning",
  rejected: "warning",
  failed_to_queue: "bad",
  blocked_class: "bad",
};
