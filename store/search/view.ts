import type { Fold } from "../handlers.ts";
import { defineView, type Tables, type ViewDefinition } from "../view.ts";
import { forgetTexts, removeForgotten } from "./texts.ts";

/** The view of all searchable texts. Each domain says which of its events have some. */
export const searchView = (folds: readonly Fold<Tables>[]): ViewDefinition =>
  defineView({
    name: "search",
    version: 5,
    tables: {
      search_texts: {
        erasedBy: "view",
        columns: `sequence integer primary key, kind text not null, stream text not null, run_id text,
          conversation_id text, part text, title text not null, sha256 text, at text not null`,
        indexes: ["run_id", "stream"],
      },
      search_words: {
        erasedBy: "view",
        columns: "title, words, paths, kind, context, tokenize = 'unicode61 remove_diacritics 2'",
        virtual: "fts5",
      },
      // What is said of a record later: to change its row would delete each of its words from the index.
      search_additions: {
        erasedBy: "view",
        columns: "words, tokenize = 'unicode61 remove_diacritics 2'",
        virtual: "fts5",
      },
      // Texts that are left in the index: a long one takes a while, because its words are removed one after the other.
      search_forgotten: {
        erasedBy: "view",
        columns: "sequence integer primary key",
      },
    },
    folds,
    lazy: true,
    erase: {
      run: (tables, runId) => forgetTexts(tables, "run_id", runId),
      stream: (tables, stream) => forgetTexts(tables, "stream", stream),
      rest: { table: "search_forgotten", removeOne: removeForgotten },
    },
  });
