import type { Item } from "../../../store/planner/item.ts";
import { LONG_SECONDS } from "../../../store/planner/item_rows.ts";
import type { TaskFields } from "../../../store/planner/task.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { Pace } from "../../ground/kernel/pace.ts";
import { keysOf } from "../../../store/shared/records.ts";
import { queryTermsOf } from "../../ground/kernel/search_terms.ts";
import { marksIn, phrasesOf, snippetOf } from "./marks.ts";
import { sourcesFor } from "../planner_settings/sources_for.ts";
import { type Range, rangeOf, timeAt } from "../dates/range.ts";
import { wallInZone } from "../icalendar/wall.ts";
import { dueWithin } from "./tasks/due_within.ts";
import type { PlannerArtifactSearchResult, PlannerSearchQuery } from "./search_schemas.ts";
import { settingsOf } from "../planner_settings/settings.ts";
import { windowAt } from "../dates/window.ts";
import { BOOSTS, RANK } from "./ranking.ts";
import { type JsonText, readJson } from "../../../store/json_text.ts";

/** How many of the newest hits are ranked, because ranking very many takes too long. */
const MAX_RANKED = 4000;
const FIELDS = keysOf(BOOSTS);

type Hit = {
  rowid: number;
  score: number;
  item: JsonText<Item> | null;
  item_source: string | null;
  task_id: string | null;
  task: JsonText<TaskFields> | null;
  task_source: string | null;
};
type Texts = Record<(typeof FIELDS)[number], string>;

/** Returns events and tasks that contain all words, best first: a word in the title counts most. */
export async function searchPlanner(
  ctx: Ctx,
  input: PlannerSearchQuery,
): Promise<PlannerArtifactSearchResult[]> {
  const startedAt = performance.now();
  const typed = input.query ?? input.q ?? "";
  const terms = queryTermsOf(typed);
  if (terms.length === 0) return [];
  const { clauses, values, range } = filtersOf(ctx, input);
  // If the requested page would not fit among the newest, every hit is ranked.
  const ranked = input.offset + input.limit > MAX_RANKED ? -1 : MAX_RANKED;
  const hits = ctx.store.projector.tables.all<Hit>(
    `select s.rowid, s.score, i.body as item, i.source_id as item_source, t.id as task_id, t.body as task,
       t.source_id as task_source
     from (select rowid, score from (${rankedQuery(clauses)}) order by score, rowid desc limit ? offset ?) s
     left join {planner_items} i on i.row = s.rowid left join {planner_tasks} t on t.row = s.rowid
     order by s.score, s.rowid desc`,
    terms.join(" AND "),
    ...values,
    ranked,
    input.limit,
    input.offset,
  );
  const phrases = phrasesOf(typed);
  // All texts are of one moment; finding the words in them takes long enough to let others in between.
  const texts = hits.map((hit) => textsOf(ctx, hit.rowid));
  const shown: PlannerArtifactSearchResult[] = [];
  const pace = new Pace();
  for (const [i, hit] of hits.entries()) {
    await pace.breathe();
    shown.push(shownHit(hit, texts[i]!, phrases));
  }
  const tookMs = Math.round((performance.now() - startedAt) * 100) / 100;
  if (!input.includeDiagnostics) return shown;
  const filters = {
    sources: input.sources ?? null,
    accountId: input.accountId ?? null,
    itemTypes: input.itemTypes ?? null,
    from: range && timeAt(range.from),
    to: range && timeAt(range.to),
  };
  const diagnostics = { terms, filters, indexSequence: ctx.store.head, tookMs };
  return shown.map((one, i) => {
    const boosts = Object.fromEntries(
      FIELDS.flatMap((name) => one.matchedFields.includes(name) ? [[name, BOOSTS[name]]] : []),
    );
    return { ...one, diagnostics: { ...diagnostics, bm25: hits[i]!.score, boosts } };
  });
}

/** Returns the newest hits that match the filters, with their rank. */
const rankedQuery = (clauses: readonly string[]): string =>
  `select {planner_search}.rowid, ${RANK} as score from {planner_search}
   where ${
    ["{planner_search} match ?", ...clauses].join(" and ")
  } order by {planner_search}.rowid desc limit ?`;

function filtersOf(ctx: Ctx, { sources, accountId, itemTypes, from, to }: PlannerSearchQuery) {
  const clauses: string[] = [];
  const values: (string | number)[] = [];
  let range: Range | null = null;
  const meant = sourcesFor(ctx, sources, accountId);
  if (meant) {
    const { first, last } = rowsBetween(ctx, meant);
    // Within these bounds the index is not read beside the sources that are meant.
    clauses.push("{planner_search}.rowid between ? and ?", `+{planner_search}.rowid in (${ROWS_OF_SOURCES})`);
    values.push(first, last, JSON.stringify(meant));
  }
  if (itemTypes) {
    clauses.push(`${TYPE} in (select value from json_each(?))`);
    values.push(JSON.stringify(itemTypes));
  }
  if (from !== undefined || to !== undefined) {
    const { timeZone } = settingsOf(ctx);
    range = rangeOf({ from, to }, timeZone, windowAt(ctx.now()), ctx.now());
    const local = { from: wallInZone(range.from, timeZone), to: wallInZone(range.to, timeZone) };
    const due = dueWithin(range, timeZone);
    clauses.push(
      `+{planner_search}.rowid in (${OCCURRING} union all ${OCCURRING}
        union all select row from {planner_tasks} where ${due.clause})`,
    );
    // Dates and floating times are stored as if they were in UTC.
    values.push(...occurringIn(0, range), ...occurringIn(1, local), ...due.values);
  }
  return { clauses, values, range };
}

/** Events of which a part is in a range. */
const OCCURRING = `select item_row from {planner_occurrences}
   where long = 0 and floating = ? and start_at > ? and start_at < ? and max(end_at, start_at + 1) > ?
   union all select item_row from {planner_occurrences} where long = 1 and floating = ? and start_at < ? and end_at > ?`;

const occurringIn = (floating: 0 | 1, { from, to }: Range): number[] => [
  ...[floating, from - LONG_SECONDS - 1, to, from],
  ...[floating, to, from],
];

const ROWS_OF_SOURCES = `with meant as (select value from json_each(?))
  select row from {planner_items} where source_id in meant
  union all select row from {planner_tasks} where source_id in meant`;

/** Returns the first and the last row of sources; an empty range without any. */
const rowsBetween = ({ store }: Ctx, sources: readonly string[]): { first: number; last: number } =>
  store.projector.tables.get<{ first: number; last: number }>(
    `select coalesce(min(row), 1) as first, coalesce(max(row), 0) as last from (${ROWS_OF_SOURCES})`,
    JSON.stringify(sources),
  )!;

/** The words of a task have its own row, and those of another item the item's. */
const TYPE = "coalesce((select item_type from {planner_items} where row = {planner_search}.rowid), 'task')";

const textsOf = (ctx: Ctx, row: number): Texts =>
  ctx.store.projector.tables.get<Texts>(
    `select ${FIELDS.join(", ")} from {planner_search} where rowid = ?`,
    row,
  )!;

function shownHit(
  hit: Hit,
  texts: Texts,
  phrases: ReturnType<typeof phrasesOf>,
): PlannerArtifactSearchResult {
  const item = hit.item === null ? null : readJson(hit.item);
  const task = hit.task === null ? null : readJson(hit.task);
  const [occurrence] = item?.occurrences ?? [];
  const marked = FIELDS.map((name) => ({ name, marks: marksIn(texts[name], phrases) }));
  const most = marked.reduce((best, each) => each.marks.length > best.marks.length ? each : best);
  const { text, highlights } = snippetOf(texts[most.name], most.marks);
  return {
    id: item?.id ?? hit.task_id!,
    artifactId: item?.id ?? null,
    taskId: hit.task_id,
    itemType: item?.itemType ?? "task",
    source: (hit.item_source ?? hit.task_source)!,
    title: item?.title ?? task!.title,
    snippet: text,
    highlights,
    score: Math.round(-hit.score * 1000) / 1000,
    matchedFields: marked.filter(({ marks }) => marks.length > 0).map(({ name }) => name),
    start: item?.start?.at ?? (occurrence ? timeAt(occurrence.start) : task?.scheduled?.start ?? null),
    end: item?.end?.at ?? (occurrence ? timeAt(occurrence.end) : task?.scheduled?.end ?? null),
  };
}
