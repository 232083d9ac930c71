import {
  type MemoryReviewDocument,
  memoryReviewStream,
  type RecordedFinding,
} from "../../../store/memory/housekeeping_streams.ts";
import { contradicts, statementsOf } from "../../../store/memory/statements.ts";
import { type MemoryRecordDocument, memoryRecordStream } from "../../../store/memory/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import type { MemoryFinding, MemoryReviewReport } from "./housekeeping_schemas.ts";
import { dataOf } from "../../../store/stream.ts";
import { ellipsis } from "../../ground/kernel/words.ts";

const EXCERPT_LENGTH = 200;

/** How a review is shown: with or without content, and how many of its findings. */
type Shown = { quoting: boolean; most?: number };

/** Returns a review as the API shows it; the findings come from its event and are compared with the current records. */
export function showReview(
  ctx: Ctx,
  { id, scope, staleAfterDays, examined, counts, truncated, createdBy, createdAt }: MemoryReviewDocument,
  { quoting, most = Infinity }: Shown,
): MemoryReviewReport {
  const event = ctx.store.events.at(`${memoryReviewStream.kind}/${id}`, 1);
  const recorded = dataOf(event, memoryReviewStream, "memory.reviewed")?.findings ?? [];
  const findings = recorded.slice(0, most).map((finding) => showFinding(ctx, finding, quoting));
  return {
    id,
    ...(scope !== undefined && { scope }),
    staleAfterDays,
    examined,
    counts,
    truncated,
    createdBy,
    createdAt,
    findings,
    open: findings.filter(({ state }) => state === "open").length,
  };
}

function showFinding(ctx: Ctx, finding: RecordedFinding, quoting: boolean): MemoryFinding {
  const active = finding.recordIds.map((id) => ctx.store.documents.get(memoryRecordStream, id))
    .filter((record) => record !== null).filter((record) => record.status === "active");
  const needed = finding.kind === "contradiction" || finding.kind === "duplicate" ? 2 : 1;
  if (active.length < needed) {
    const detail = "Its records have been archived, superseded or erased.";
    return { ...finding, state: "resolved", detail, suggestion: "Nothing is left to do." };
  }
  return {
    ...finding,
    state: "open",
    detail: DETAILS[finding.kind](active, quoting),
    suggestion: SUGGESTIONS[finding.kind],
    ...(quoting && {
      excerpts: active.map(({ id, content }) => ({ id, content: short(content, EXCERPT_LENGTH) })),
    }),
  };
}

const names = (records: MemoryRecordDocument[]): string => records.map(({ id }) => id).join(" and ");

const DETAILS: Record<
  RecordedFinding["kind"],
  (records: MemoryRecordDocument[], quoting: boolean) => string
> = {
  contradiction: ([newer, older], quoting) =>
    quoting ? explainContradiction(newer!, older!) : `${newer!.id} and ${older!.id} contradict each other.`,
  duplicate: (records) => `They say the same: ${names(records)}.`,
  stale: ([record]) => `${record!.id} has not been used for a long time.`,
  expired: ([record]) => `${record!.id} was valid until ${record!.validTo}.`,
};

const SUGGESTIONS: Record<RecordedFinding["kind"], string> = {
  contradiction:
    "Archive the wrong one, or record the correct statement with POST /memory and supersede the other.",
  duplicate: "Keep the oldest and archive the others.",
  stale: "Archive it, or record it again, superseding it, if it still holds.",
  expired: "Archive it. It is no longer used.",
};

/** Returns what two records disagree on, in a sentence. */
export function explainContradiction(newer: MemoryRecordDocument, older: MemoryRecordDocument): string {
  const said = statementsOf(older.content);
  for (const { subject, value } of statementsOf(newer.content)) {
    const other = said.find((each) => each.subject === subject && contradicts(each.value, value));
    if (!other) continue;
    const topic = subject.slice(subject.indexOf(" ") + 1);
    return `On "${short(topic)}" ${newer.id} says "${short(value)}" and ${older.id} says "${
      short(other.value)
    }".`;
  }
  return `${newer.id} and ${older.id} contradict each other.`;
}

const short = (text: string, most = 120): string => ellipsis(text, most);
