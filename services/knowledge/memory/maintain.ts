import { foldInTurns } from "../../../store/fold_when_idle.ts";
import {
  type MemoryMaintenanceDocument,
  memoryMaintenanceStream,
} from "../../../store/memory/housekeeping_streams.ts";
import { memoryRecordStream } from "../../../store/memory/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { archiveMemoryRecord } from "./archive.ts";
import { extractCandidates, type Extraction } from "./extract.ts";
import {
  type MemoryMaintenanceInput,
  memoryMaintenanceInputSchema,
  type MemoryMaintenanceReport,
  type MemoryReviewReport,
} from "./housekeeping_schemas.ts";
import { promotePending } from "./promote_pending.ts";
import { reviewMemory } from "./review.ts";
import { showReview } from "./show_review.ts";
import { eachInParts } from "../../ground/kernel/in_parts.ts";
import { counted } from "../../ground/kernel/words.ts";
import { DAY } from "../../../store/shared/durations.ts";

const SINGLETON = "service";

/**
 * Extracts candidates from what happened since the last time and reviews the records. Without its flags it changes no record and
 * decides no candidate; `archiveStale` archives stale and expired records, `promote` promotes confident candidates that
 * contradict nothing. Works in parts; what a stopped one leaves, the next finds. Returns what records that it is done and returns
 * the report, to be called in the unit of the answer. Throws the reason why the client has left.
 */
export async function maintainMemory(
  ctx: Ctx,
  input: MemoryMaintenanceInput,
  client?: AbortSignal,
): Promise<() => MemoryMaintenanceReport> {
  const { archiveStale, promote, staleAfterDays, scope } = input;
  const extraction = await extractCandidates(ctx, housekeeping(ctx)?.cursor ?? 0, client);
  const { promoted, notPromoted } = promote
    ? await promotePending(ctx, scope, client)
    : { promoted: [], notPromoted: [] };
  const found = reviewMemory(ctx, { scope, staleAfterDays });
  const archived = archiveStale ? await archive(ctx, found, client) : [];
  return () => {
    const review = archived.length > 0 ? showReview(ctx, found, { quoting: false }) : found;
    const id = ctx.newId("memmaint");
    record(ctx, memoryMaintenanceStream, SINGLETON, [{
      type: "memory.maintenance_completed",
      data: {
        id,
        reviewId: review.id,
        // Another one may have read further meanwhile.
        cursor: Math.max(extraction.to, housekeeping(ctx)?.cursor ?? 0),
        state: stateOf(ctx),
        extracted: extraction.candidates.length,
        archived: archived.length,
        promoted: promoted.length,
      },
    }]);
    return {
      id,
      createdAt: review.createdAt,
      archiveStale,
      promote,
      staleAfterDays,
      ...(scope !== undefined && { scope }),
      cursor: { from: extraction.from, to: extraction.to },
      summary: summarise(extraction, review),
      extracted: extraction.candidates.map(({ id, rule }) => ({ id, rule })),
      review,
      archived,
      promoted,
      notPromoted,
    };
  };
}

/**
 * Runs one cycle of the service's own maintenance: what `maintainMemory` does without flags, or nothing if no record or signal
 * was added and none became stale since the last time.
 */
export async function runMemoryMaintenance(ctx: Ctx): Promise<void> {
  await foldInTurns(ctx.store);
  const input = memoryMaintenanceInputSchema.parse({});
  const last = housekeeping(ctx);
  const state = stateOf(ctx);
  const isUnchanged = state.newestRecord === (last?.state.newestRecord ?? 0) &&
    state.active === (last?.state.active ?? 0) && newest(ctx, "memory_signals") <= (last?.cursor ?? 0);
  if (isUnchanged && !hasAged(ctx, last?.at, input.staleAfterDays)) return;
  ctx.write(await maintainMemory(ctx, input));
}

/** Whether a record has expired or become stale since then. */
function hasAged(ctx: Ctx, since: string | undefined, staleAfterDays: number): boolean {
  if (since === undefined) return false;
  const before = (time: string) => new Date(Date.parse(time) - staleAfterDays * DAY).toISOString();
  const now = ctx.now().toISOString();
  const spans = [["valid_to", since, now], ["touched_at", before(since), before(now)]] as const;
  return spans.some(([column, from, to]) =>
    ctx.store.projector.tables.get(
      `select 1 from {memory_records} where status = 'active' and ${column} >= ? and ${column} < ? limit 1`,
      from,
      to,
    ) !== undefined
  );
}

const housekeeping = (ctx: Ctx): MemoryMaintenanceDocument | null =>
  ctx.store.documents.get(memoryMaintenanceStream, SINGLETON);

const newest = (ctx: Ctx, table: "memory_signals" | "memory_records"): number =>
  ctx.store.projector.tables.get<{ newest: number | null }>(`select max(sequence) as newest from {${table}}`)
    ?.newest ?? 0;

const stateOf = (ctx: Ctx): MemoryMaintenanceDocument["state"] => ({
  newestRecord: newest(ctx, "memory_records"),
  active: ctx.store.documents.counts(memoryRecordStream).active ?? 0,
});

async function archive(
  ctx: Ctx,
  review: MemoryReviewReport,
  client: AbortSignal | undefined,
): Promise<MemoryMaintenanceReport["archived"]> {
  const reasons = new Map(
    review.findings.flatMap(({ kind, recordIds }) =>
      kind === "stale" || kind === "expired" ? recordIds.map((id) => [id, kind] as const) : []
    ),
  );
  const archived: MemoryMaintenanceReport["archived"] = [];
  await eachInParts(ctx, [...reasons], ([id, reason]) => {
    if (ctx.store.documents.get(memoryRecordStream, id)?.status !== "active") return;
    archiveMemoryRecord(ctx, id, reason);
    archived.push({ id, reason });
  }, client);
  return archived;
}

function summarise({ counts, candidates }: Extraction, review: MemoryReviewReport) {
  const { approval_note: notes, run_failure: failures, guidance } = counts;
  const found = review.counts;
  const text = `Since the last time: ${counted(notes, "note")}, ${counted(failures, "failure")} and ` +
    `${counted(guidance, "piece")} of guidance. ${counted(candidates.length, "new candidate")} to decide. ` +
    `Examined: ${counted(review.examined, "active record")}; found: ${
      counted(found.contradiction, "contradiction")
    }, ` +
    `${counted(found.duplicate, "duplicate")}, ${found.expired} expired and ${found.stale} stale` +
    `${review.truncated ? ", and more that are not listed" : ""}.`;
  return { text, notes, failures, guidance };
}
