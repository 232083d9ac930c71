import { sha256 } from "../../../../../store/chain.ts";
import type { Item } from "../../../../../store/planner/item.ts";
import type { ItemRow } from "../../../../../store/planner/item_rows.ts";
import type { TaskFields } from "../../../../../store/planner/task.ts";
import type { TaskRow } from "../../../../../store/planner/task_rows.ts";
import type { Core } from "../../../../ground/kernel/context.ts";
import type { Citation } from "./schemas.ts";
import { readJson } from "../../../../../store/json_text.ts";

type Reader = Pick<Core, "store">;

/** A citation without a number yet. */
export type UnnumberedCitation = Omit<Citation, "n">;

/** A sentence with its proof: the records that it quotes, and what was computed from them. */
export type Claim = { text: string; cites: UnnumberedCitation[]; computed: readonly string[] };

/** Returns a citation of an event. */
export const citeItem = (
  row: ItemRow,
  item: Item,
  quote = item.title,
  field: UnnumberedCitation["field"] = "title",
  occurrence: string | null = null,
): UnnumberedCitation => ({
  artifactId: row.id,
  taskId: null,
  title: item.title,
  source: row.source_id,
  quote,
  field,
  rawSha256: item.rawSha256,
  occurrence,
});

/** Returns a citation of a task. */
export const citeTask = (
  row: TaskRow,
  fields: TaskFields,
  quote = fields.title,
  field: UnnumberedCitation["field"] = "title",
): UnnumberedCitation => ({
  artifactId: null,
  taskId: row.id,
  title: fields.title,
  source: row.source_id,
  quote,
  field,
  rawSha256: sha256(row.body),
  occurrence: null,
});

/**
 * Whether a sentence is proved: each quote is in the current version of its record, and each number or date in the sentence is
 * in a cited record, or was computed.
 */
export function isProved(ctx: Reader, { text, cites, computed }: Claim): boolean {
  const records = cites.map((cite) => recordOf(ctx, cite));
  const quoted = cites.every(({ quote, field }, i) =>
    quote !== "" && (records[i]?.[field] ?? "").includes(quote)
  );
  if (!quoted || (cites.length === 0 && computed.length === 0)) return false;
  const known = [...records.flatMap((record) => record ? Object.values(record) : []), ...computed].join("\n");
  const numbers = new Set(known.match(NUMBER) ?? []);
  return (text.match(NUMBER) ?? []).every((number) => numbers.has(number));
}

const NUMBER = /\d+(?:[-:.,]\d+)*/g;

function recordOf(
  { store }: Reader,
  { artifactId, taskId }: UnnumberedCitation,
): Record<UnnumberedCitation["field"], string> | null {
  const { tables } = store.projector;
  if (artifactId !== null) {
    const row = tables.get<ItemRow>(
      "select * from {planner_items} where id = ? and status <> 'gone'",
      artifactId,
    );
    const item = row && readJson(row.body);
    return item ? { title: item.title, content: item.content, location: item.location } : null;
  }
  const row = tables.get<TaskRow>("select * from {planner_tasks} where id = ? and gone_at is null", taskId);
  const fields = row && readJson(row.body);
  return fields ? { title: fields.title, content: fields.content, location: "" } : null;
}
