import { sha256 } from "../../../store/chain.ts";
import { bagOf, contradicts, statementsOf } from "../../../store/memory/statements.ts";
import type { MemoryRecordDocument } from "../../../store/memory/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { type WeighedRecord, weighRecords } from "./preview_candidates.ts";
import { previewTarget } from "./preview_target.ts";
import {
  DEFAULT_BUDGET,
  type LeftOutReason,
  type MemoryContextPreview,
  type MemoryContextQuery,
} from "./schemas.ts";
import { explainContradiction } from "./show_review.ts";
import { estimateTokens, memoryLine } from "./tokens.ts";

const MAX_LEFT_OUT = 200;

/**
 * Returns which active records a conversation, run or task would receive, why, what each costs, and what was left out. The
 * result is deterministic; `without` shows what would be given without those records.
 */
export function previewMemoryContext(ctx: Ctx, query: MemoryContextQuery): MemoryContextPreview {
  const budget = query.budget ?? DEFAULT_BUDGET;
  const target = previewTarget(ctx, query);
  const { active, superseded, notConsidered } = weighRecords(ctx, target);
  const excluded = new Set(query.without?.split(",").map((id) => id.trim()));
  const choice = choose(active, { budget, excluded, now: ctx.now().toISOString() });
  const leftOut = [
    ...choice.leftOut,
    ...superseded.map((record) => leave(record, "superseded", `It is superseded by ${record.supersededBy}.`)),
  ];
  return {
    runId: target.context.runId ?? null,
    taskSessionId: target.context.taskSessionId ?? null,
    conversationId: target.context.conversationId ?? null,
    project: target.project,
    budget,
    tokens: choice.items.reduce((sum, item) => sum + item.tokens, 0),
    items: choice.items,
    leftOut: leftOut.slice(0, MAX_LEFT_OUT),
    counts: { included: choice.items.length, leftOut: leftOut.length, notConsidered },
    contradictions: contradictionsAmong(choice.items.map(({ record }) => record)),
    text: choice.items.map(({ record }) => memoryLine(record)).join(""),
  };
}

type LeftOut = MemoryContextPreview["leftOut"][number];
type Terms = { budget: number; excluded: Set<string>; now: string };

/** Takes the records that fit, in order; a smaller record may follow one that did not fit. */
function choose(weighed: WeighedRecord[], { budget, excluded, now }: Terms) {
  const items: MemoryContextPreview["items"] = [];
  const leftOut: LeftOut[] = [];
  const said = new Map<string, string>();
  let left = budget;
  for (const { record, score, reasons } of weighed) {
    const tokens = estimateTokens(memoryLine(record));
    const statement = bagOf(record.content);
    const same = said.get(statement);
    if (excluded.has(record.id)) leftOut.push(leave(record, "excluded", "The request excludes it."));
    else if (record.validFrom && record.validFrom > now) {
      leftOut.push(leave(record, "not_yet_valid", `It is valid from ${record.validFrom}.`));
    } else if (record.validTo && record.validTo <= now) {
      leftOut.push(leave(record, "expired", `It was valid until ${record.validTo}.`));
    } else if (same) leftOut.push(leave(record, "duplicate", `${same} says the same.`));
    else if (tokens > left) {
      leftOut.push(leave(record, "budget", `It needs ${tokens} tokens, and ${left} are left.`));
    } else {
      left -= tokens;
      said.set(statement, record.id);
      items.push({ id: record.id, record, tokens, score, reasons });
    }
  }
  return { items, leftOut };
}

const leave = (record: MemoryRecordDocument, reason: LeftOutReason, detail: string): LeftOut => ({
  id: record.id,
  record,
  tokens: estimateTokens(memoryLine(record)),
  reason,
  detail,
});

/** Returns pairs of given records that contradict each other. */
function contradictionsAmong(records: MemoryRecordDocument[]): MemoryContextPreview["contradictions"] {
  const bySubject = new Map<string, { record: MemoryRecordDocument; value: string }[]>();
  const found = new Map<string, MemoryContextPreview["contradictions"][number]>();
  for (const record of records) {
    for (const { subject, value } of statementsOf(record.content)) {
      const others = bySubject.get(subject) ?? [];
      bySubject.set(subject, [...others, { record, value }]);
      for (const other of others) {
        if (other.record.id === record.id || !contradicts(other.value, value)) continue;
        const [older, newer] = other.record.id < record.id ? [other.record, record] : [record, other.record];
        const id = `finding_${sha256(`${newer.id} ${older.id}`).slice(0, 20)}`;
        found.set(id, {
          id,
          recordIds: [newer.id, older.id],
          detail: explainContradiction(newer, older),
        });
      }
    }
  }
  return [...found.values()];
}
