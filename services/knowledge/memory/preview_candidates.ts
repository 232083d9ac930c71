import type { SqlValue } from "../../../store/database.ts";
import { wordsOf } from "../../../store/memory/statements.ts";
import { type MemoryRecordDocument, memoryRecordStream } from "../../../store/memory/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import type { ApplicableScope, PreviewTarget } from "./preview_target.ts";
import { matchOf, memoryTermsOf } from "./search.ts";

/** How many records of a scope are considered: the newest, and as many that match the subject. */
const MAX_OF_SCOPE = 200;
const MAX_ARCHIVED = 20;
const MAX_TERMS = 16;
const MIN_TERM_LENGTH = 4;

/** A record that applies, with its reasons. */
export type WeighedRecord = { record: MemoryRecordDocument; score: number; reasons: string[] };

const TYPE_WEIGHT: Record<string, number> = {
  warning: 6,
  decision: 5,
  preference: 4,
  procedure: 3,
  fact: 2,
  summary: 1,
};
const MATCH_WEIGHT = 8;
const MAX_MATCHES = 5;
const USUAL_CONFIDENCE = 0.5;

/** Returns the records that apply, most important first; of archived ones only the newest superseded ones. */
export function weighRecords(
  ctx: Ctx,
  { scopes, purpose }: PreviewTarget,
): { active: WeighedRecord[]; superseded: MemoryRecordDocument[]; notConsidered: number } {
  const terms = [...new Set(wordsOf(purpose))].filter((word) => word.length >= MIN_TERM_LENGTH)
    .toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1)).slice(0, MAX_TERMS);
  const stems = new Map(terms.map((term) => [stemOf(term), term]));
  const active: WeighedRecord[] = [];
  const superseded: MemoryRecordDocument[] = [];
  let notConsidered = 0;
  for (const scope of scopes) {
    const ids = [
      ...new Set([...newest(ctx, scope, "active", MAX_OF_SCOPE), ...matching(ctx, scope, terms)]),
    ];
    for (const record of documents(ctx, ids)) active.push(weigh(record, scope, stems));
    for (const record of documents(ctx, newest(ctx, scope, "archived", MAX_ARCHIVED))) {
      if (record.supersededBy) superseded.push(record);
    }
    notConsidered += count(ctx, scope) - ids.length;
  }
  active.sort((a, b) => b.score - a.score || (a.record.id < b.record.id ? 1 : -1));
  return { active, superseded, notConsidered };
}

function weigh(
  record: MemoryRecordDocument,
  scope: ApplicableScope,
  stems: Map<string, string>,
): WeighedRecord {
  const words = new Set(wordsOf(record.content).map(stemOf));
  const matches = [...stems].filter(([stem]) => words.has(stem)).map(([, term]) => term);
  const confidence = record.confidence ?? USUAL_CONFIDENCE;
  const reasons = [scope.why];
  if (matches.length > 0) {
    reasons.push(`It mentions ${matches.slice(0, MAX_MATCHES).map((term) => `"${term}"`).join(", ")}.`);
  }
  const score = scope.weight + MATCH_WEIGHT * Math.min(matches.length, MAX_MATCHES) +
    (TYPE_WEIGHT[record.type] ?? 0) + 4 * confidence;
  return { record, score: Math.round(score * 100) / 100, reasons };
}

const stemOf = (word: string): string => word.length > 4 ? word.replace(/(?:ings?|ed|es|s)$/, "") : word;

const where = "where status = ? and scope = ? and scope_id = ?";
const keysOf = ({ scope, scopeId }: ApplicableScope, status: string): SqlValue[] => [status, scope, scopeId];

const newest = (ctx: Ctx, scope: ApplicableScope, status: "active" | "archived", most: number): string[] =>
  ctx.store.projector.tables.all<{ id: string }>(
    `select id from {memory_records} ${where} order by sequence desc limit ?`,
    ...keysOf(scope, status),
    most,
  ).map(({ id }) => id);

function matching(ctx: Ctx, { scope, scopeId }: ApplicableScope, terms: string[]): string[] {
  if (terms.length === 0) return [];
  const match = matchOf(
    { status: "active", scope, ...(scopeId && { scopeId }) },
    terms.flatMap((term) => memoryTermsOf(term)),
    true,
  );
  return ctx.store.projector.tables.all<{ id: string }>(
    `select r.id from (select rowid as sequence from {memory_search} where {memory_search} match ?
     order by rowid desc limit ?) s
     join {memory_records} r on r.sequence = s.sequence where r.scope_id = ? order by s.sequence desc`,
    match,
    MAX_OF_SCOPE,
    scopeId,
  ).map(({ id }) => id);
}

const count = (ctx: Ctx, scope: ApplicableScope): number =>
  ctx.store.projector.tables.get<{ n: number }>(
    `select count(*) as n from {memory_records} ${where}`,
    ...keysOf(scope, "active"),
  )!.n;

const documents = (ctx: Ctx, ids: string[]): MemoryRecordDocument[] =>
  ids.map((id) => ctx.store.documents.get(memoryRecordStream, id)!);
