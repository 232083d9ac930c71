import type { Tone } from "../../kit/badge.tsx";
import type { Category, Move, NotificationState, Severity } from "./types.ts";
import { SEVERITIES } from "../../../store/shared/enumerations.ts";

/** The name of a category, singular and plural, and the reason for its notifications. */
export const CATEGORIES: Readonly<Record<Category, { one: string; many: string; why: string }>> = {
  approval: { one: "approval", many: "Approvals", why: "A checkpoint needs your decision." },
  failure: { one: "failure", many: "Failures", why: "A run failed and has not been dealt with." },
  blocker: { one: "blocker", many: "Blockers", why: "A run cannot continue without you." },
  output: { one: "result", many: "Results", why: "A run finished." },
  automation: { one: "automation", many: "Automations", why: "A scheduled event did not happen as planned." },
  security: {
    one: "security",
    many: "Security",
    why: "A record failed verification, or a rule was broken.",
  },
  system: { one: "system", many: "System", why: "The service has a message about itself." },
};

/** The colour of a severity. */
export const SEVERITY_TONES: Readonly<Record<Severity, Tone>> = {
  info: "neutral",
  warning: "warning",
  error: "bad",
  critical: "bad",
};

/** Severities, the worst first. */
export const WORST_FIRST: readonly Severity[] = SEVERITIES.toReversed();

/** The past tense of each action, for the message after it. */
export const DONE: Readonly<Record<Move, string>> = {
  read: "marked as read",
  unread: "marked as unread",
  dismiss: "dismissed",
  archive: "archived",
  delete: "deleted",
};

/** The action that restores each state. */
export const MOVE_BACK: Readonly<Record<NotificationState, Move>> = {
  read: "read",
  unread: "unread",
  dismissed: "dismiss",
  archived: "archive",
};
