import type { SentencesFor } from "../domain.ts";
import { counted } from "../words.ts";
import type { plannerSettingsStream } from "./settings_stream.ts";
import type { plannerSourceEvents } from "./source_stream.ts";
import type { plannerSuppressionStream } from "./suppression_stream.ts";

type Events =
  & typeof plannerSourceEvents
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
  "planner.conflict_unsuppressed": () => "A conflict is shown again.",
};
