import { runStream } from "../../../store/runs/stream.ts";
import { foldInTurns } from "../../../store/fold_when_idle.ts";
import { countTexts, findTexts, type FoundText, requestText } from "../../../store/search/find.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { matchOf } from "../../ground/kernel/search_terms.ts";
import type { SearchHit, SearchQuery, SearchResult } from "./schemas.ts";
import { showHit } from "./show_hit.ts";
import { firstLine } from "../../ground/kernel/words.ts";
import { logTail } from "../system/log_tail.ts";

/** How many texts are read to find those that change exactly one file. */
const MAX_OF_PATH = 1000;

/** How many of them are read at once. */
const BATCH = 50;

/** Returns all texts that contain all words, newest first; with a path only the patches that change that file. */
export async function search(ctx: Ctx, input: SearchQuery): Promise<SearchResult> {
  const { query = "", path, kind, limit, offset } = input;
  if (path === undefined && kind === "log") {
    const lines = findLines(ctx, query, offset + limit + 1);
    return { items: lines.slice(offset, offset + limit), more: lines.length > offset + limit };
  }
  await foldInTurns(ctx.store);
  const found = path === undefined ? textsOf(ctx, input) : patchesOf(ctx, path, input);
  const shown = path !== undefined && matchOf(query) === null ? path : query;
  const items = await Promise.all(found.slice(0, limit).map((text) => showHit(ctx, text, shown)));
  const more = found.length > limit;
  if (more || kind !== undefined || path !== undefined) return { items, more };
  const from = found.length > 0 ? 0 : offset - textsBefore(ctx, input);
  const until = from + limit - items.length;
  const lines = findLines(ctx, query, until + 1);
  return { items: [...items, ...lines.slice(from, until)], more: lines.length > until };
}

/** How many texts precede the lines of the log, if the page begins behind them. */
function textsBefore(ctx: Ctx, { query = "", offset }: SearchQuery): number {
  const { tables } = ctx.store.projector;
  const id = namedRun(ctx, query);
  const words = matchOf(query);
  if (id !== undefined) return id === null ? 0 : requestText(tables, id).length;
  return words === null ? 0 : countTexts(tables, { words, kinds: [] }, offset);
}

/** One more than requested, which shows whether there are more. */
function textsOf(ctx: Ctx, { query = "", kind, limit, offset }: SearchQuery): FoundText[] {
  const { tables } = ctx.store.projector;
  const id = namedRun(ctx, query);
  if (id !== undefined) {
    return id === null || (kind ?? "run") !== "run" ? [] : requestText(tables, id).slice(offset);
  }
  const words = matchOf(query);
  const kinds = kind === undefined || kind === "log" ? [] : [kind];
  return words === null ? [] : findTexts(tables, { words, kinds }, { limit: limit + 1, offset });
}

/** The id of the run that is asked for by number or id; null if there is no such run, and undefined if words are asked for. */
function namedRun({ store }: Ctx, query: string): string | null | undefined {
  const [name, number] = /^(?:#(\d{1,15})|run_[0-9a-z]+)$/.exec(query.trim()) ?? [];
  if (number !== undefined) return store.documents.idOfNumber(runStream, Number(number));
  return name !== undefined && store.documents.has(runStream, name) ? name : undefined;
}

/** The index has the words of paths of any file: the exact file is checked here. */
function patchesOf(
  ctx: Ctx,
  path: string,
  { query = "", kind = "diff", limit, offset }: SearchQuery,
): FoundText[] {
  const wanted = path.replace(/^\.?\/+/, "");
  const paths = matchOf(`"${wanted.replaceAll('"', " ")}"`);
  if (paths === null || kind !== "diff") return [];
  const id = namedRun(ctx, query);
  const words = id === undefined ? matchOf(query) : null;
  const found: FoundText[] = [];
  for (let from = 0; from < MAX_OF_PATH && found.length <= offset + limit; from += BATCH) {
    const page = { limit: BATCH, offset: from };
    const texts = findTexts(ctx.store.projector.tables, { words, paths, kinds: [kind] }, page);
    found.push(
      ...texts.filter((text) =>
        (id === undefined || text.run_id === id) &&
        text.paths.split("\n").some((each) => each === wanted || each.endsWith(`/${wanted}`))
      ),
    );
    if (texts.length < BATCH) break;
  }
  return found.slice(offset, offset + limit + 1);
}

/** Returns the newest lines of the service's logs that contain every word. */
function findLines(ctx: Ctx, query: string, limit: number): SearchHit[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) return [];
  const lines = (["stdout", "stderr"] as const).flatMap((stream) =>
    logTail(ctx, stream).lines.map(({ id, text }) => ({ id: `${stream}_${id}`, stream, text }))
  );
  return lines.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)))
    .toSorted((a, b) => (a.text < b.text ? 1 : -1)).slice(0, limit)
    .map(({ id, stream, text }) => {
      const [at = "", line = ""] = cut(text);
      return {
        id,
        kind: "log" as const,
        title: stream === "stderr" ? "Log of errors" : "Log",
        snippet: firstLine(ctx.redactor.text(line)),
        subject: null,
        part: stream,
        runId: null,
        runNumber: null,
        runStatus: null,
        runTitle: null,
        conversationId: null,
        at,
      };
    });
}

/** Splits a log line into its time and the rest. */
function cut(line: string): [at: string, rest: string] {
  const space = line.indexOf(" ");
  return [line.slice(0, space), line.slice(space + 1)];
}
