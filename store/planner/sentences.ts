import type { SentencesFor } from "../domain.ts";
import { counted } from "../words.ts";
import type { plannerActionEvents } from "./action_stream.ts";
import type { plannerDraftEvents } from "./draft_stream.ts";
import type { plannerSettingsStream } from "./settings_stream.ts";
import type { plannerSourceEvents } from "./source_stream.ts";
import type { plannerSuppressionStream } from "./suppression_stream.ts";

type Events =
  & typeof plannerSourceEvents
  & typeof plannerActionEvents
  & typeof plannerDraftEvents
  & (typeof plannerSettingsStream)["events"]
  & (typeof plannerSuppressionStream)["events"];

/** Calendars, tasks and what a person says of them. No sentence has the name or the address of a person in it. */
export const plannerSentences: SentencesFor<Events> = {
  "planner.settings_changed": () => "The planner's settings were changed.",
  "planner.source_configured": ({ data }) => `The source "${data.config.label}" of the planner was set up.`,
  "planner_source.deleted": () => "A source of the planner was removed with everything it had brought.",
  "planner.refresh_started": ({ data }) => `A refresh of a source of the planner started (${data.mode}).`,
  "planner.refresh_finished": ({ data: { status, counts } }) =>
    `A refresh of a source of the planner ended ${status}: ${counts.added} added, ${counts.changed} changed, ${counts.removed} removed.`,
  "planner.items_imported": ({ data }) => `${counted(data.items.length, "calendar item")} imported.`,
  "planner.items_removed": ({ data }) =>
    `${counted(data.ids.length, "calendar item")} no longer in the source.`,
  "planner.item_classified": ({ data }) =>
    data.label === null
      ? "The classification of a calendar item was returned to the rule."
      : `A calendar item was classified as ${data.label.replaceAll("_", " ")}.`,
  "planner.tasks_changed": ({ data }) => `${counted(data.changes.length, "task")} changed.`,
  "planner.conflict_suppressed": ({ data }) =>
    `A conflict (${data.kind.replaceAll("_", " ")}) was suppressed.`,
  "planner.action_planned": ({ data }) =>
    data.policyClass === "internal"
      ? "A change of the planner was planned; nothing leaves this machine for it."
      : `A change of a calendar was planned (${data.action.replaceAll("_", " ")}) and waits for a review.`,
  "planner.action_approved": () => "A change of a calendar was approved.",
  "planner.action_started": () => "A change of a calendar is being made.",
  "planner.action_step_done": ({ data }) => `Step ${data.n} of a change of a calendar was done.`,
  "planner.action_finished": ({ data }) => `A change of a calendar ended ${data.status}: ${data.detail}`,
  "planner.action_ended": ({ data }) =>
    `A change of a calendar was ${data.status} before it was made. ${data.detail}`,
  "planner.draft_created": ({ data }) =>
    `A mail to ${counted(data.recipients, "person", "people")} was drafted.`,
  "planner.draft_reviewed": () => "A drafted mail waits for a review.",
  "planner.draft_review_ended": ({ data }) => `A drafted mail was not approved. ${data.detail}`,
  "planner.draft_sending": () => "A drafted mail is being sent.",
  "planner.draft_handed_over": () => "The text of a drafted mail is leaving this machine.",
  "planner.draft_finished": ({ data }) =>
    `A drafted mail was ${
      data.status === "uncertain" ? "perhaps sent" : data.status === "failed" ? "not sent" : "sent"
    }. ${data.detail}`,
  "planner.draft_discarded": () => "A drafted mail was deleted.",
  "planner.conflict_unsuppressed": () => "A conflict is shown again.",
};
