import type { StoredEvent } from "../event.ts";
import type { Tables } from "../view.ts";
import { shortened } from "../words.ts";
import type { TEXT_KINDS } from "../shared/enumerations.ts";

/** A kind of searchable text. */
export type TextKind = (typeof TEXT_KINDS)[number];

/** A row of `search_texts`; `sequence` is that of the event whose text it is. */
export type TextRow = {
  sequence: number;
  kind: TextKind;
  stream: string;
  run_id: string | null;
  conversation_id: string | null;
  /** Which part of the record it is, such as the path of an artifact. */
  part: string | null;
  title: string;
  /** The artifact that contains the text; null if the index has the text itself. */
  sha256: string | null;
  at: string;
};

/** A text as a domain adds it. */
type KeptText = {
  kind: TextKind;
  title: string;
  words: string;
  part?: string | undefined;
  /** The files that it changes, relative to their repository. */
  paths?: readonly string[] | undefined;
  /** Words by which only lists of its records find it. */
  context?: string | undefined;
  sha256?: string | undefined;
};

/** The longest text that is indexed; the rest is not found. */
export const MAX_TEXT = 32_768;

const MAX_TITLE = 200;

/** Returns the first line of a text as a title. */
const titleOf = (text: string): string => shortened(text.trimStart().split("\n", 1)[0]!, MAX_TITLE);

const SEARCHED = "(rowid, title, words, paths, kind, context)";

/** Makes a text searchable. It is removed with its run, or with its stream if it has none. */
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
    title: titleOf(title),
    sha256: sha256 ?? null,
    at,
  };
  tables.queue("search_texts", Object.values(row));
  const searched = [row.title, beginningOf(words), paths.join("\n"), kindWord(kind), context];
  tables.queue("search_words", [seq, ...searched.map((text) => text.toWellFormed())], "", SEARCHED);
}

/** Replaces the texts of the same record with one; without a title, keeps the old title. */
export function replaceText(
  tables: Tables,
  event: Omit<StoredEvent, "data">,
  text: Omit<KeptText, "title"> & { title?: string },
): void {
  const before = tables.get<{ title: string }>(
    "select title from {search_texts} where stream = ?",
    event.stream,
  );
  const texts = tables.all<{ sequence: number }>(
    "select sequence from {search_texts} where stream = ?",
    event.stream,
  );
  for (const { sequence } of texts) removeWords(tables, sequence);
  tables.run("delete from {search_texts} where stream = ?", event.stream);
  keepText(tables, event, { ...text, title: text.title ?? before?.title ?? "" });
}

/** Changes the title of a record's text. */
export function retitle(tables: Tables, { stream }: Pick<StoredEvent, "stream">, title: string): void {
  const short = titleOf(title);
  tables.run(
    "update {search_words} set title = ? where rowid in (select sequence from {search_texts} where stream = ?)",
    short,
    stream,
  );
  tables.run("update {search_texts} set title = ? where stream = ?", short, stream);
}

/** Adds words by which lists find a record, too. */
export function addWords(
  tables: Tables,
  { stream }: Pick<StoredEvent, "stream">,
  kind: TextKind,
  added: string,
): void {
  const text = tables.get<{ sequence: number }>(
    "select sequence from {search_texts} where stream = ? and kind = ?",
    stream,
    kind,
  );
  if (!text) return;
  const words = added.toWellFormed();
  const changed = tables.run(
    "update {search_additions} set words = words || char(10) || ? where rowid = ?",
    words,
    text.sequence,
  );
  if (changed === 0) {
    tables.run("insert into {search_additions} (rowid, words) values (?, ?)", text.sequence, words);
  }
}

/** Removes all texts of a run or of a stream. Nothing finds them any more; `removeForgotten` removes them from the index. */
export function forgetTexts(tables: Tables, owner: "run_id" | "stream", value: string): void {
  tables.run(
    `insert into {search_forgotten} select sequence from {search_texts} where ${owner} = ?`,
    value,
  );
  tables.run(`delete from {search_texts} where ${owner} = ?`, value);
}

/** Removes the words of one text that was forgotten. */
export function removeForgotten(tables: Tables): void {
  const text = tables.get<{ sequence: number }>("select sequence from {search_forgotten} limit 1");
  if (!text) return;
  removeWords(tables, text.sequence);
  tables.run("delete from {search_forgotten} where sequence = ?", text.sequence);
}

function removeWords(tables: Tables, sequence: number): void {
  tables.run("delete from {search_words} where rowid = ?", sequence);
  tables.run("delete from {search_additions} where rowid = ?", sequence);
}

/**
 * Returns the beginning of a text, up to the end of a line or a word: a secret that is cut in two is no longer
 * recognized.
 */
export function beginningOf(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  const beginning = text.slice(0, MAX_TEXT);
  const line = beginning.lastIndexOf("\n");
  return beginning.slice(0, line > MAX_TEXT / 2 ? line : Math.max(0, beginning.lastIndexOf(" ")));
}

/** Returns a kind as a word of the index that no query contains. */
export const kindWord = (kind: TextKind): string => `kindis${kind}`;
