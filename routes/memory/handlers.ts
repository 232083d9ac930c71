import { archiveMemoryRecord } from "../../services/knowledge/memory/archive.ts";
import { listMemoryCandidates } from "../../services/knowledge/memory/candidates.ts";
import { createMemoryRecord } from "../../services/knowledge/memory/create.ts";
import { promoteMemoryCandidate, rejectMemoryCandidate } from "../../services/knowledge/memory/decide.ts";
import { listMemory } from "../../services/knowledge/memory/list.ts";
import { maintainMemory } from "../../services/knowledge/memory/maintain.ts";
import { previewMemoryContext } from "../../services/knowledge/memory/preview.ts";
import { getMemoryReview, listMemoryReviews, reviewMemory } from "../../services/knowledge/memory/review.ts";
import { made } from "../../services/ground/kernel/made.ts";
import { domain } from "../domain.ts";
import { memory } from "./contract.ts";

export const memoryDomain = domain(memory, {
  "GET /memory": (ctx, { query }) => listMemory(ctx, query),
  "POST /memory": (ctx, { body }) => made(createMemoryRecord(ctx, body)),
  "POST /memory/:id/archive": (ctx, { params }) => archiveMemoryRecord(ctx, params.id),
  "GET /memory/context-preview": (ctx, { query }) => previewMemoryContext(ctx, query),
  "GET /memory/candidates": (ctx, { query }) => listMemoryCandidates(ctx, query),
  "POST /memory/candidates/:id/promote": (ctx, { params, body }) =>
    promoteMemoryCandidate(ctx, params.id, body),
  "POST /memory/candidates/:id/reject": (ctx, { params, body }) =>
    rejectMemoryCandidate(ctx, params.id, body),
  "POST /memory/maintenance": {
    prepare: async (ctx, { body, signal }) => {
      const report = await maintainMemory(ctx, body, signal);
      return () => made(report());
    },
  },
  "POST /memory/review": (ctx, { body }) => made(reviewMemory(ctx, body)),
  "GET /memory/reviews": (ctx, { query }) => listMemoryReviews(ctx, query),
  "GET /memory/reviews/:id": (ctx, { params }) => getMemoryReview(ctx, params.id),
});
