import type { SentencesFor } from "../domain.ts";
import type { projectContextEvents } from "./stream.ts";

/** What happens to a project context document. */
export const projectContextSentences: SentencesFor<typeof projectContextEvents> = {
  "project_context.created": ({ data }) => `The document "${data.title}" was created.`,
  "project_context.updated": () => "The document's description was updated.",
  "project_context.revised": () => "The document has a new version.",
  "project_context.status_changed": ({ data }) => `The document is now ${data.status}.`,
  "project_context.archived": () => "The document was archived.",
};
