import type { AlertCategory, Hook } from "./types.ts";

/** The label of each kind of hook. */
export const KIND_WORDS: Readonly<Record<Hook["kind"], string>> = {
  ntfy: "An ntfy topic",
  json: "Signed JSON",
  command: "A command",
};

/** The label of each level of detail of an alert. */
export const CONTENT_WORDS: Readonly<Record<Hook["content"], string>> = {
  counts: "Counts only",
  titles: "Counts and titles",
};

/** The label of each category of alerts. */
export const CATEGORY_WORDS: Readonly<Record<AlertCategory, string>> = {
  approval: "Approvals",
  failure: "Failures",
  blocker: "Blocked runs",
  output: "Results",
  automation: "Automations",
  security: "Security warnings",
  system: "The service itself",
};
