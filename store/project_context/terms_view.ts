import { splitStream, type StoredEvent } from "../event.ts";
import { defineView, type Tables } from "../view.ts";
import { termsOf } from "./terms.ts";

type Part = "title" | "content";

/** The words of each document's title and current content. */
export const projectContextTermsView = defineView({
  name: "project_context_terms",
  version: 1,
  tables: {
    project_context_terms: {
      columns: "document_id text not null, part text not null, term text not null",
      indexes: ["term, document_id desc", "document_id, term"],
    },
  },
  apply(tables, event: StoredEvent) {
    if (!event.type.startsWith("project_context.")) return;
    const { id } = splitStream(event.stream);
    const { title, terms } = event.data as { title?: string; terms?: string[] };
    if (title !== undefined) write(tables, id, "title", termsOf(title));
    if (terms) write(tables, id, "content", terms);
  },
  erase: () => {},
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
