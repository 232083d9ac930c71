import type { SentencesFor } from "../domain.ts";
import { firstLine } from "../words.ts";
import type { workflowEvents } from "./events.ts";

/** What happens to a saved workflow. */
export const workflowSentences: SentencesFor<typeof workflowEvents> = {
  "workflow.created": ({ data }) => `The workflow "${data.name}" was saved.`,
  "workflow.revised": ({ data }) =>
    `The workflow "${data.name}" has a new version${data.note ? `: ${firstLine(data.note)}` : "."}`,
  "workflow.activated": ({ data, actor }) => `The ${actor} activated version ${data.version}.`,
  "workflow.deactivated": ({ data, actor }) =>
    `The ${actor} deactivated the workflow${data.reason ? `: ${firstLine(data.reason)}` : "."}`,
  "workflow.deleted": ({ actor }) => `The ${actor} deleted the workflow. Its runs keep their definition.`,
};
