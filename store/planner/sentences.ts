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

/** Calendars, tasks, and what a person does with them. No sentence contains a person's name or address. */
export const plannerSentences: SentencesFor<Events> = {
  "planner.settings_changed": () => "The planner's settings were changed.",
  "planner.source_configured": ({ data }) => `The planner source "${data.config.label}" was configured.`,
  "planner_source.deleted": () => "A planner source was removed with all its items.",
  "planner.refresh_queued": () => "A refresh of a planner source waits for its turn.",
  "planner.refresh_started": ({ data }) => `A refresh of a planner source started (${data.mode}).`,
  "planner.refresh_finished": ({ data: { status, counts } }) =>
    `A refresh of a planner source ended (${status}): ${counts.added} added, ${counts.changed} changed, ${counts.removed} removed.`,
  "planner.items_imported": ({ data }) => `${counted(data.items.length, "calendar item")} imported.`,
  "planner.items_removed": ({ data }) =>
    `${counted(data.ids.length, "calendar item")} no longer in the source.`,
  "planner.item_classified": ({ data }) =>
    data.label === null
      ? "The classification of a calendar item was reset to the rule."
      : `A calendar item was classified as ${data.label.replaceAll("_", " ")}.`,
  "planner.item_labelled": ({ data }) =>
    `The model ${data.model} classified a calendar item as ${data.label.replaceAll("_", " ")}.`,
  "planner.tasks_changed": ({ data }) => `${counted(data.changes.length, "task")} changed.`,
  "planner.conflict_suppressed": ({ data }) =>
    `A conflict (${data.kind.replaceAll("_", " ")}) was suppressed.`,
  "planner.action_planned": ({ data }) =>
    data.policyClass === "internal"
      ? "A change in the planner was planned. It does not leave this machine."
      : `A calendar change was planned (${data.action.replaceAll("_", " ")}) and is waiting for review.`,
  "planner.action_approved": () => "A calendar change was approved.",
  "planner.action_started": () => "A calendar change is being made.",
  "planner.action_step_done": ({ data }) => `Step ${data.n} of a calendar change was done.`,
  "planner.action_finished": ({ data }) => `A calendar change ended (${data.status}): ${data.detail}`,
  "planner.action_ended": ({ data }) =>
    `A calendar change was ${data.status} before it was made. ${data.detail}`,
  "planner.draft_created": ({ data }) =>
    `A mail to ${counted(data.recipients, "person", "people")} was drafted.`,
  "planner.draft_reviewed": () => "A drafted mail is waiting for review.",
  "planner.draft_review_ended": ({ data }) => `A drafted mail was not approved. ${data.detail}`,
  "planner.draft_sending": () => "A drafted mail is being sent.",
  "planner.draft_handed_over": () => "Sending the text of a drafted mail.",
  "planner.draft_finished": ({ data }) =>
    `A drafted mail was ${
      data.status === "uncertain" ? "possibly sent" : data.status === "failed" ? "not sent" : "sent"
    }. ${data.detail}`,
  "planner.draft_discarded": () => "A drafted mail was deleted.",
  "planner.conflict_unsuppressed": () => "A conflict is shown again.",
};
