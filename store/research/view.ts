import { idOf, splitStream } from "../event.ts";
import { defineView, on, type Tables } from "../view.ts";
import { researchSourceStream } from "./source_stream.ts";
import { researchAssetStream, researchNoteStream } from "./stream.ts";

/** A row of `research_search` without its words. */
export type ResearchRow = {
  id: string;
  kind: "source" | "note" | "asset";
  title: string;
  url: string | null;
  summary: string;
};

/** `row` is the number of the event: a rebuild gives each row the same one. */
type Found = ResearchRow & { row: number; runId: string | null; words: string };

/** Notes, assets and sources for search, and the texts of sources, which are artifacts. */
export const researchView = defineView({
  name: "research",
  version: 1,
  tables: {
    research_sources: {
      erasedBy: { streams: { research_source: "id" } },
      columns: "id text primary key, sha256 text not null, size integer not null, read_at text not null",
      indexes: ["sha256", "read_at"],
    },
    research_search: {
      erasedBy: "view",
      columns: `title, summary, words, id unindexed, kind unindexed, url unindexed, run_id unindexed,
        tokenize = 'unicode61 remove_diacritics 2'`,
      virtual: "fts5",
    },
  },
  artifactColumn: { table: "research_sources", column: "sha256" },
  folds: [
    on(researchSourceStream, {
      "research.source_fetched": (tables, event) => {
        const id = idOf(event);
        const { sha256, size, title, description: summary, finalUrl: url, terms } = event.data;
        tables.run(
          "insert or replace into {research_sources} values (?, ?, ?, ?)",
          id,
          sha256,
          size,
          event.at,
        );
        write(tables, {
          row: event.seq,
          id,
          kind: "source",
          title,
          summary,
          url,
          runId: null,
          words: terms.join(" "),
        });
      },
      "research.source_unchanged": (tables, event) =>
        void tables.run("update {research_sources} set read_at = ? where id = ?", event.at, idOf(event)),
    }),
    on(researchNoteStream, {
      "research.note_saved": (tables, event) => {
        const { title = "", content, sourceUrl: url = null, tags } = event.data;
        const summary = content.slice(0, MAX_SUMMARY_CHARACTERS);
        const words = [content, ...tags].join(" ");
        write(tables, {
          row: event.seq,
          id: idOf(event),
          kind: "note",
          title,
          summary,
          url,
          runId: event.runId ?? null,
          words,
        });
      },
    }),
    on(researchAssetStream, {
      "research.asset_saved": (tables, event) => {
        const { title, summary = "", url = null, tags } = event.data;
        const words = tags.join(" ");
        write(tables, {
          row: event.seq,
          id: idOf(event),
          kind: "asset",
          title,
          summary,
          url,
          runId: event.runId ?? null,
          words,
        });
      },
    }),
  ],
  erase: {
    run: (tables, runId) => void tables.run("delete from {research_search} where run_id = ?", runId),
    stream: (tables, stream) => {
      const { kind, id } = splitStream(stream);
      remove(tables, id, KINDS[kind]!);
    },
  },
});

const MAX_SUMMARY_CHARACTERS = 300;

const KINDS: Record<string, Found["kind"]> = {
  [researchSourceStream.kind]: "source",
  [researchNoteStream.kind]: "note",
  [researchAssetStream.kind]: "asset",
};

const remove = (tables: Tables, id: string, kind: Found["kind"]): void =>
  void tables.run("delete from {research_search} where id = ? and kind = ?", id, kind);

function write(tables: Tables, { row, id, kind, title, summary, words, url, runId }: Found): void {
  remove(tables, id, kind);
  tables.run(
    "insert into {research_search} (rowid, title, summary, words, id, kind, url, run_id) values (?, ?, ?, ?, ?, ?, ?, ?)",
    row,
    title,
    summary,
    words,
    id,
    kind,
    url,
    runId,
  );
}
