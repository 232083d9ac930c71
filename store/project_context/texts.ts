import { replaceText, retitle } from "../search/texts.ts";
import { on } from "../view.ts";
import { projectContextStream } from "./stream.ts";

/** What the search reads of a document: its title and the words of its current version. */
export const projectContextTexts = on(projectContextStream, {
  "project_context.created": (tables, event) => {
    const { title, terms, contentSha256: sha256 } = event.data;
    replaceText(tables, event, { kind: "document", title, words: terms.join(" "), sha256 });
  },
  "project_context.updated": (tables, event) => {
    if (event.data.title !== undefined) retitle(tables, event, event.data.title);
  },
  "project_context.revised": (tables, event) => {
    const { terms, contentSha256: sha256 } = event.data;
    replaceText(tables, event, { kind: "document", words: terms.join(" "), sha256 });
  },
});
