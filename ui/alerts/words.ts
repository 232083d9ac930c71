import type { Category, Hook } from "./types.ts";

/** Where a hook leads. */
export const KIND_WORDS: Readonly<Record<Hook["kind"], string>> = {
  ntfy: "An ntfy topic",
  json: "Signed JSON",
  command: "A command",
};

/** How much an alert says. */
export const CONTENT_WORDS: Readonly<Record<Hook["content"], string>> = {
  counts: "Counts only",
  titles: "Counts and titles",
};

/** What an alert is about. */
export const CATEGORY_WORDS: Readonly<Record<Category, string>> = {
  approval: "Approvals",
  failure: "Failures",
  blocker: "Blocked runs",
  output: "Results",
  automation: "Automations",
  security: "Security warnings",
  system: "The service itself",
};
