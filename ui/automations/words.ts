import type { Tone } from "../kit/badge.tsx";
import type { Fire } from "./types.ts";

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
