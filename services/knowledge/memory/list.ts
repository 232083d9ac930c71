import { memoryRecordStream } from "../../../store/memory/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { projectId } from "./origin.ts";
import { showMemoryRecord } from "./read_model.ts";
import type { MemoryListQuery, MemoryRecord } from "./schemas.ts";
import { matchOf, memoryTermsOf } from "./search.ts";

/** Returns records that match all filters, newest first; words match by their stem. */
export function listMemory(ctx: Ctx, filter: MemoryListQuery): MemoryRecord[] {
  const { query, limit, offset, scopeId, ...facets } = filter;
  const terms = query === undefined ? [] : memoryTermsOf(query);
  if (query !== undefined && query.trim() !== "" && terms.length === 0) return [];
  const named = facets.scope === "project" && scopeId ? projectId(scopeId) : scopeId;
  const match = matchOf({ ...facets, scopeId: named }, terms);
  const { tables } = ctx.store.projector;
  // By recency, not by rank: ranking a common term reads every record that contains it.
  const rows = match === null
    ? tables.all<{ id: string }>(
      "select id from {memory_records} order by sequence desc limit ? offset ?",
      limit,
      offset,
    )
    : tables.all<{ id: string }>(
      `select r.id from (select rowid as sequence from {memory_search} where {memory_search} match ?
       order by rowid desc limit ? offset ?) s
       join {memory_records} r on r.sequence = s.sequence order by s.sequence desc`,
      match,
      limit,
      offset,
    );
  return rows.map(({ id }) => showMemoryRecord(ctx, ctx.store.documents.get(memoryRecordStream, id)!));
}
