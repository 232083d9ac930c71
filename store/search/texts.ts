import type { StoredEvent } from "../event.ts";
import type { Tables } from "../view.ts";

/** What a text that can be found is. */
export const TEXT_KINDS = [
  "run",
  "summary",
  "diff",
  "artifact",
  "remark",
  "transcript",
  "message",
  "memory",
  "document",
  "note",
] as const;

/** One of them. */
export type TextKind = (typeof TEXT_KINDS)[number];

/** A row of `search_texts`; `sequence` is that of the event whose text it is. */
export type TextRow = {
  sequence: number;
  kind: TextKind;
  stream: string;
  run_id: string | null;
  conversation_id: string | null;
  /** What of the record it is, such as the path of an artifact. */
  part: string | null;
  title: string;
  /** The artifact that the text is the words of; null where the index has the text itself. */
  sha256: string | null;
  at: string;
};

/** A text as a domain hands it over. */
export type KeptText = {
  kind: TextKind;
  title: string;
  words: string;
  part?: string | undefined;
  /** The files that it changes, relative to their repository. */
  paths?: readonly string[] | undefined;
  /** What only lists of its records find it by. */
  context?: string | undefined;
  sha256?: string | undefined;
};

/** The longest text that is kept: what is beyond is not found. */
export const MAX_TEXT = 32_768;

const MAX_TITLE = 200;

/** Makes a text findable. It goes with its run, or with its stream where it has none. */
export function keepText(
  tables: Tables,
  { seq, stream, runId, conversationId, at }: Omit<StoredEvent, "data">,
  { kind, title, words, part, paths = [], sha256, context = "" }: KeptText,
): void {
  const row: TextRow = {
    sequence: seq,
    kind,
    stream,
    run_id: runId ?? null,
    conversation_id: conversationId ?? null,
    part: part ?? null,
    title: title.slice(0, MAX_TITLE).toWellFormed(),
    sha256: sha256 ?? null,
    at,
  };
  tables.run("insert into {search_texts} values (?, ?, ?, ?, ?, ?, ?, ?, ?)", ...Object.values(row));
  tables.run(
    "insert into {search_words} (rowid, title, words, paths, kind, context) values (?, ?, ?, ?, ?, ?)",
    seq,
    row.title,
    beginningOf(words).toWellFormed(),
    paths.join("\n"),
    kindWord(kind),
    context.toWellFormed(),
  );
}

/** Keeps a text in the place of those of the same record; without a title under the one that it had. */
export function replaceText(
  tables: Tables,
  event: Omit<StoredEvent, "data">,
  text: Omit<KeptText, "title"> & { title?: string },
): void {
  const before = tables.get<{ title: string }>(
    "select title from {search_texts} where stream = ?",
    event.stream,
  );
  forgetTexts(tables, "stream", event.stream);
  keepText(tables, event, { ...text, title: text.title ?? before?.title ?? "" });
}

/** Changes the title under which a record is found. */
export function retitle(tables: Tables, { stream }: Pick<StoredEvent, "stream">, title: string): void {
  const short = title.slice(0, MAX_TITLE).toWellFormed();
  tables.run(
    "update {search_words} set title = ? where rowid in (select sequence from {search_texts} where stream = ?)",
    short,
    stream,
  );
  tables.run("update {search_texts} set title = ? where stream = ?", short, stream);
}

/** Adds to what lists find a record by. */
export function addContext(
  tables: Tables,
  { stream }: Pick<StoredEvent, "stream">,
  kind: TextKind,
  context: string,
): void {
  tables.run(
    `update {search_words} set context = context || char(10) || ?
     where rowid in (select sequence from {search_texts} where stream = ? and kind = ?)`,
    context.toWellFormed(),
    stream,
    kind,
  );
}

/** Takes out all texts of a run or of a stream. */
export function forgetTexts(tables: Tables, owner: "run_id" | "stream", value: string): void {
  tables.run(
    `delete from {search_words} where rowid in (select sequence from {search_texts} where ${owner} = ?)`,
    value,
  );
  tables.run(`delete from {search_texts} where ${owner} = ?`, value);
}

/** The beginning of a text, up to the end of a line or a word: what is cut in two is no longer known as a secret. */
export function beginningOf(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  const beginning = text.slice(0, MAX_TEXT);
  const line = beginning.lastIndexOf("\n");
  return beginning.slice(0, line > MAX_TEXT / 2 ? line : Math.max(0, beginning.lastIndexOf(" ")));
}

/** A kind as a word of the index, which nobody types. */
export const kindWord = (kind: TextKind): string => `kindis${kind}`;
