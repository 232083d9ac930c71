import type { Rule } from "./rule.ts";
import { idOf } from "./rule.ts";

const SUBJECT = "backup";

/** A backup that was not taken is said once, and counted up, until one succeeds. */
export const backupRules: Record<string, Rule<{ detail: string }>> = {
  "backup.failed": (ledger, { detail }, event) => {
    const notice = {
      category: "failure" as const,
      severity: "error" as const,
      title: "A backup could not be taken",
      detail,
      ifIgnored: "There is no newer backup than the last one that was completed.",
      subject: SUBJECT,
      sourceIds: [idOf(event)],
      open: true,
    };
    if (!ledger.repeat(notice)) ledger.raise(notice);
  },
  "backup.completed": (ledger) => ledger.close(SUBJECT, "A later backup was completed.", "failure"),
};
