import type { Item } from "../../../store/planner/item.ts";
import type { ItemRow } from "../../../store/planner/item_rows.ts";
import type { TaskFields } from "../../../store/planner/task.ts";
import type { TaskRow } from "../../../store/planner/task_rows.ts";
import type { Ctx } from "../../kernel/context.ts";
import { termsOf } from "../../kernel/search_terms.ts";
import type { Scope } from "./due_tasks.ts";
import type { Question } from "./interpret.ts";
import { plain } from "./words.ts";
import { type Cited, citeItem, citeTask, type Claim } from "./proof.ts";

const MAX_HITS = 50;

/** The sentences of records that hold most of the words, each as it stands there. Nothing else is said. */
export function extract(ctx: Ctx, { terms }: Question, { sources, itemTypes, limit }: Scope): Claim[] {
  const match = termsOf(terms.map((term) => `"${term}"`).join(" ")).join(" OR ");
  if (match === "") return [];
  const { tables } = ctx.store.projector;
  const rows = tables.all<{ rowid: number }>(
    "select rowid from {planner_search} where {planner_search} match ? order by bm25({planner_search}, 8.0, 2.0, 4.0, 4.0) limit ?",
    match,
    MAX_HITS,
  );
  const found: { score: number; place: number; cite: Cited }[] = [];
  rows.forEach(({ rowid }, place) => {
    for (const cite of sentencesAt(ctx, rowid)) {
      const kind = cite.artifactId === null ? "task" : "event";
      if (!sources.includes(cite.source) || !itemTypes.includes(kind)) continue;
      const words = wordsOf(`${cite.quote} ${cite.title}`);
      const score = terms.filter((term) => words.has(plain(term))).length;
      const own = terms.some((term) => wordsOf(cite.quote).has(plain(term)));
      if (own && score * 2 >= terms.length) found.push({ score, place, cite });
    }
  });
  return found.sort((a, b) => b.score - a.score || a.place - b.place).slice(0, Math.min(limit, 5))
    .map(({ cite }) => ({ text: cite.quote, cites: [cite], computed: [] }));
}

function sentencesAt({ store }: Ctx, rowid: number): Cited[] {
  const { tables } = store.projector;
  const row = tables.get<ItemRow>("select * from {planner_items} where row = ? and status <> 'gone'", rowid);
  if (row) {
    const item = JSON.parse(row.body) as Item;
    return [
      citeItem(row, item),
      ...sentencesOf(item.content).map((quote) => citeItem(row, item, quote, "content")),
      ...sentencesOf(item.location).map((quote) => citeItem(row, item, quote, "location")),
    ];
  }
  const task = tables.get<TaskRow>("select * from {planner_tasks} where row = ? and gone_at is null", rowid);
  if (!task) return [];
  const fields = JSON.parse(task.body) as TaskFields;
  return [
    citeTask(task, fields),
    ...sentencesOf(fields.content).map((quote) => citeTask(task, fields, quote, "content")),
  ];
}

const MAX_SENTENCE = 400;

const sentencesOf = (text: string): string[] =>
  text.split(/\n+|(?<=[.!?])\s+/).map((each) => each.trim().slice(0, MAX_SENTENCE)).filter(Boolean);

const wordsOf = (text: string): Set<string> =>
  new Set(plain(text).match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu));
