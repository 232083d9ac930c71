import type { Item } from "../../store/planner/item.ts";
import type { TaskFields } from "../../store/planner/task.ts";
import type { Ctx } from "../kernel/context.ts";
import { readTerms, termsOf } from "../kernel/search_terms.ts";
import { marksIn, type Phrase, snippetOf, wordsIn } from "./marks.ts";
import { sourcesFor } from "./sources_for.ts";
import { rangeOf, timeAt } from "./range.ts";
import type { PlannerArtifactSearchResult, PlannerSearchQuery } from "./search_schemas.ts";
import { settingsOf } from "./settings.ts";
import { windowAt } from "./sources/window.ts";

/** How many hits are ranked where nothing narrows the search: the newest. Ranking each of very many takes too long. */
const MAX_RANKED = 4000;
const FIELDS = ["title", "content", "people", "tags"] as const;

type Hit = {
  rowid: number;
  score: number;
  item: string | null;
  item_source: string | null;
  task_id: string | null;
  task: string | null;
  task_source: string | null;
};
type Texts = Record<(typeof FIELDS)[number], string>;

/** Events and tasks that hold all words, the best first: a word in the title counts most. */
export function searchPlanner(ctx: Ctx, input: PlannerSearchQuery): PlannerArtifactSearchResult[] {
  const startedAt = performance.now();
  const typed = input.query ?? input.q ?? "";
  const terms = termsOf(typed);
  if (terms.length === 0) return [];
  const { clauses, values } = filtersOf(ctx, input);
  const first = clauses.length === 0 ? firstRanked(ctx, terms.join(" AND "), input) : 0;
  const hits = ctx.store.projector.tables.all<Hit>(
    `select s.rowid, s.score, i.body as item, i.source_id as item_source, t.id as task_id, t.body as task,
       t.source_id as task_source
     from (select rowid, bm25({planner_search}, 8.0, 2.0, 4.0, 4.0) as score from {planner_search}
       where {planner_search} match ? and rowid >= ? order by score, rowid desc${
      clauses.length === 0 ? " limit ? offset ?" : ""
    }) s
     left join {planner_items} i on i.row = s.rowid left join {planner_tasks} t on t.row = s.rowid
     ${
      clauses.length === 0
        ? ""
        : `where ${clauses.join(" and ")} order by s.score, s.rowid desc limit ? offset ?`
    }`,
    terms.join(" AND "),
    first,
    ...values,
    input.limit,
    input.offset,
  );
  const phrases = readTerms(typed).map(({ text, isBeginning }) => ({ words: wordsIn(text), isBeginning }));
  const shown = hits.map((hit) => shownHit(hit, textsOf(ctx, hit.rowid), phrases));
  const tookMilliseconds = Math.round((performance.now() - startedAt) * 100) / 100;
  if (!input.includeDiagnostics) return shown;
  const diagnostics = { terms, indexSequence: ctx.store.head, tookMilliseconds };
  return shown.map((one, i) => ({ ...one, diagnostics: { ...diagnostics, bm25: hits[i]!.score } }));
}

/** The oldest row that is ranked; every hit is where all that is asked for would not fit among the newest. */
function firstRanked(ctx: Ctx, match: string, { limit, offset }: PlannerSearchQuery): number {
  if (offset + limit > MAX_RANKED) return 0;
  return ctx.store.projector.tables.get<{ row: number | null }>(
    `select min(rowid) as row from (select rowid from {planner_search} where {planner_search} match ?
     order by rowid desc limit ?)`,
    match,
    MAX_RANKED,
  )?.row ?? 0;
}

function filtersOf(ctx: Ctx, { sources, accountId, itemTypes, from, to }: PlannerSearchQuery) {
  const clauses: string[] = [];
  const values: (string | number)[] = [];
  const meant = sourcesFor(ctx, sources, accountId);
  if (meant) {
    clauses.push("coalesce(i.source_id, t.source_id) in (select value from json_each(?))");
    values.push(JSON.stringify(meant));
  }
  if (itemTypes && !itemTypes.includes("task")) clauses.push("t.row is null");
  if (itemTypes && !itemTypes.includes("event")) clauses.push("i.row is null");
  if (from !== undefined || to !== undefined) {
    const range = rangeOf({ from, to }, settingsOf(ctx).timeZone, windowAt(ctx.now()), ctx.now());
    clauses.push(
      `(exists (select 1 from {planner_occurrences} o where o.item_row = i.row and o.start_at < ? and o.end_at >= ?)
        or (t.due <> '' and t.due >= substr(?, 1, length(t.due)) and t.due < ?))`,
    );
    values.push(range.to, range.from, timeAt(range.from), timeAt(range.to));
  }
  return { clauses, values };
}

const textsOf = (ctx: Ctx, row: number): Texts =>
  ctx.store.projector.tables.get<Texts>(
    `select ${FIELDS.join(", ")} from {planner_search} where rowid = ?`,
    row,
  )!;

function shownHit(hit: Hit, texts: Texts, phrases: readonly Phrase[]): PlannerArtifactSearchResult {
  const item = hit.item === null ? null : JSON.parse(hit.item) as Item;
  const task = hit.task === null ? null : JSON.parse(hit.task) as TaskFields;
  const [occurrence] = item?.occurrences ?? [];
  const marked = FIELDS.map((name) => ({ name, marks: marksIn(texts[name], phrases) }));
  const most = marked.reduce((best, each) => each.marks.length > best.marks.length ? each : best);
  const { text, highlights } = snippetOf(texts[most.name], most.marks);
  return {
    id: item?.id ?? hit.task_id!,
    artifactId: item?.id ?? null,
    taskId: hit.task_id,
    itemType: item ? "event" : "task",
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
