import type { AutomationDraft } from "./draft.ts";

/** A beginning for a new automation: its fields, and what they are for. */
type AutomationTemplate = { label: string; draft: Partial<AutomationDraft> };

/** The beginnings that the form offers. */
export const TEMPLATES: readonly AutomationTemplate[] = [
  {
    label: "Tests every night",
    draft: {
      name: "Tests every night",
      when: "every weekday at 2",
      request: "Run the tests. If one fails, find out why and mend it.",
      verifier: "npm test",
    },
  },
  {
    label: "Dependencies every week",
    draft: {
      name: "Dependencies every week",
      when: "every monday at 7",
      request: "Update the dependencies to their newest minor versions, and fix what breaks.",
      verifier: "npm test",
    },
  },
  {
    label: "After a failed run",
    draft: {
      name: "After a failed run",
      when: "when a run fails",
      request: "Read why the last run failed, and write what to change about the request into NOTES.md.",
    },
  },
  {
    label: "When a webhook comes",
    draft: {
      name: "When a webhook comes",
      when: "when this webhook comes",
      request: "Look at the newest issue, and propose a change for it.",
    },
  },
];
