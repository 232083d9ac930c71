/** The scopes of an answer to a worker's question, the narrowest first. */
export const ANSWER_SCOPES = ["once", "run", "repository", "pattern"] as const;
/** One of these scopes. */
export type AnswerScope = (typeof ANSWER_SCOPES)[number];

/** Where an approved patch can go. */
export const DELIVERIES = ["tree", "branch", "format-patch"] as const;

/** Where a decision was shown to the person who made it. */
export const SHOWN_BY = ["page", "screen", "command", "other"] as const;

/** How the sender of a webhook authenticates. */
export const WEBHOOK_PROOFS = ["shared_secret", "standard_webhooks", "github"] as const;

/** The kinds of searchable texts. */
export const TEXT_KINDS = [
  "run",
  "summary",
  "diff",
  "artifact",
  "remark",
  "transcript",
  "message",
  "memory",
  "document",
  "note",
] as const;

/** The kinds of results of a search: texts, and entries of the log file. */
export const HIT_KINDS = [...TEXT_KINDS, "log"] as const;

/** Where data sent to a provider ends up, the nearest first: on this machine, in your own network, or with a third party. */
export const PRIVACIES = ["local", "private-network", "third-party"] as const;
/** One of these places. */
export type Privacy = (typeof PRIVACIES)[number];

/** How much a notification matters, the least first. */
export const SEVERITIES = ["info", "warning", "error", "critical"] as const;
/** One of these severities. */
export type Severity = (typeof SEVERITIES)[number];

/** What a calendar has, and what a search finds. */
export const ITEM_TYPES = ["event", "task", "note"] as const;

/** The kinds of an event in a calendar. */
export const EVENT_LABELS = [
  "meeting",
  "focus",
  "time_off",
  "travel",
  "deadline",
  "personal",
  "holiday",
  "other",
] as const;

/** What a calendar is for. */
export const CALENDAR_ROLES = ["work", "private", "holidays", "time_off"] as const;
/** One of these purposes. */
export type CalendarRole = (typeof CALENDAR_ROLES)[number];

/** The days of a week, as settings name them. */
export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

/** `active` documents go into runs, `draft` ones not yet, `archived` ones no longer and are left out of lists. */
export const PROJECT_CONTEXT_STATUSES = ["active", "draft", "archived"] as const;
