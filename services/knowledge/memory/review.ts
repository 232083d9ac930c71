import { type MemoryReviewDocument, memoryReviewStream } from "../../../store/memory/housekeeping_streams.ts";
import { memoryRecordStream } from "../../../store/memory/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { NotFoundError } from "../../ground/kernel/errors.ts";
import {
  type FaultQuery,
  findContradictions,
  findDuplicates,
  findExpired,
  findStale,
} from "./find_faults.ts";
import type { MemoryReviewReport } from "./housekeeping_schemas.ts";
import { showReview } from "./show_review.ts";

/** How many findings each list element shows. */
const FINDINGS_IN_LISTS = 5;

/** Reviews the active records and stores the findings. No record changes. */
export function reviewMemory(ctx: Ctx, query: FaultQuery): MemoryReviewReport {
  const id = ctx.newId("memreview");
  const faults = {
    contradiction: findContradictions(ctx, query),
    duplicate: findDuplicates(ctx, query),
    expired: findExpired(ctx, query),
    stale: findStale(ctx, query),
  };
  const counts = {
    contradiction: faults.contradiction.findings.length,
    duplicate: faults.duplicate.findings.length,
    expired: faults.expired.findings.length,
    stale: faults.stale.findings.length,
  };
  const data = {
    ...(query.scope !== undefined && { scope: query.scope }),
    staleAfterDays: query.staleAfterDays,
    examined: countActive(ctx, query.scope),
    counts,
    truncated: Object.values(faults).some(({ truncated }) => truncated),
    findings: Object.values(faults).flatMap(({ findings }) => findings),
  };
  record(ctx, memoryReviewStream, id, [{ type: "memory.reviewed", data }]);
  return showReview(ctx, requireReview(ctx, id), { quoting: false });
}

function countActive(ctx: Ctx, scope: string | undefined): number {
  if (scope === undefined) return ctx.store.documents.counts(memoryRecordStream).active ?? 0;
  return ctx.store.projector.tables.get<{ n: number }>(
    "select count(*) as n from {memory_records} where status = 'active' and scope = ?",
    scope,
  )!.n;
}

/** Returns one review with the current state of all its findings. Throws `NotFoundError`. */
export const getMemoryReview = (ctx: Ctx, id: string): MemoryReviewReport =>
  showReview(ctx, requireReview(ctx, id), { quoting: true });

function requireReview(ctx: Ctx, id: string): MemoryReviewDocument {
  const review = ctx.store.documents.get(memoryReviewStream, id);
  if (!review) throw new NotFoundError("memory review", id);
  return review;
}

/** Returns reviews, newest first. */
export const listMemoryReviews = (ctx: Ctx, page: { limit: number; offset: number }): MemoryReviewReport[] =>
  ctx.store.documents.find(memoryReviewStream, {}, { ...page, newestFirst: true })
    .map((review) => showReview(ctx, review, { quoting: true, most: FINDINGS_IN_LISTS }));
