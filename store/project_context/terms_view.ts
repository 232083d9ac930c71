import { idOf } from "../event.ts";
import { defineView, on, type Tables } from "../view.ts";
import { projectContextStream } from "./stream.ts";
import { distinctWordsOf } from "./terms.ts";

type Part = "title" | "content";

/** The words of each document's title and current content. */
export const projectContextTermsView = defineView({
  name: "project_context_terms",
  version: 1,
  tables: {
    project_context_terms: {
      erasedBy: { streams: { project_context: "document_id" } },
      columns: "document_id text not null, part text not null, term text not null",
      indexes: ["term, document_id desc", "document_id, term"],
    },
  },
  folds: [
    on(projectContextStream, {
      "project_context.created": (tables, event) => {
        write(tables, idOf(event), "title", distinctWordsOf(event.data.title));
        write(tables, idOf(event), "content", event.data.terms);
      },
      "project_context.updated": (tables, event) => {
        const { title } = event.data;
        if (title !== undefined) write(tables, idOf(event), "title", distinctWordsOf(title));
      },
      "project_context.revised": (tables, event) => write(tables, idOf(event), "content", event.data.terms),
    }),
  ],
});

function write(tables: Tables, id: string, part: Part, terms: readonly string[]): void {
  tables.run("delete from {project_context_terms} where document_id = ? and part = ?", id, part);
  tables.run(
    "insert into {project_context_terms} select ?, ?, value from json_each(?)",
    id,
    part,
    JSON.stringify(terms),
  );
}
