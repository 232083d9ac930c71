import { z } from "zod";
import {
  memoryMaintenanceInputSchema,
  memoryMaintenanceReportSchema,
  memoryReviewInputSchema,
  memoryReviewQuerySchema,
  memoryReviewReportSchema,
} from "../../services/knowledge/memory/housekeeping_schemas.ts";
import {
  createMemoryRecordInputSchema,
  memoryCandidateQuerySchema,
  memoryCandidateSchema,
  memoryContextPreviewSchema,
  memoryContextQuerySchema,
  memoryListQuerySchema,
  memoryRecordSchema,
  promoteMemoryCandidateInputSchema,
} from "../../services/knowledge/memory/schemas.ts";
import { reasonInputSchema } from "../../services/ground/kernel/schemas.ts";
import { runOfAnswer } from "../about.ts";
import { contract } from "../endpoint.ts";

/** Interface, section 4, Memory. */
export const memory = contract({
  "GET /memory": {
    summary: "Search and list memory records, newest first",
    access: "agent-read",
    query: memoryListQuerySchema,
    output: z.array(memoryRecordSchema),
    cli: "memory list",
  },
  "POST /memory": {
    summary: "Add a memory record",
    body: createMemoryRecordInputSchema,
    output: memoryRecordSchema,
    creates: { about: runOfAnswer },
    cli: "memory add",
    argument: "content",
    usual: {
      type: "fact",
      scope: "project",
      scopeId: ".",
      "source.kind": "user",
      "source.id": "operator",
    },
  },
  "POST /memory/:id/archive": {
    summary: "Archive a memory record",
    output: memoryRecordSchema,
    cli: "memory archive",
  },
  "GET /memory/context-preview": {
    summary: "Show which records a conversation, run or task would receive, and why",
    access: "agent-read",
    query: memoryContextQuerySchema,
    output: memoryContextPreviewSchema,
    cli: "memory preview",
  },
  "GET /memory/candidates": {
    summary: "List candidates for memory records, newest first",
    query: memoryCandidateQuerySchema,
    output: z.array(memoryCandidateSchema),
    cli: "memory candidates",
  },
  "POST /memory/candidates/:id/promote": {
    summary: "Turn a candidate into a memory record",
    body: promoteMemoryCandidateInputSchema,
    output: memoryRecordSchema,
    creates: { about: runOfAnswer },
    cli: "memory promote",
  },
  "POST /memory/candidates/:id/reject": {
    summary: "Reject a candidate",
    body: reasonInputSchema,
    output: memoryCandidateSchema,
    cli: "memory reject",
  },
  "POST /memory/maintenance": {
    summary: "Collect candidates from recent events and review the records",
    body: memoryMaintenanceInputSchema,
    output: memoryMaintenanceReportSchema,
    creates: { about: null },
    cli: "memory maintain",
  },
  "POST /memory/review": {
    summary: "Find contradictory, duplicate, stale and expired records",
    body: memoryReviewInputSchema,
    output: memoryReviewReportSchema,
    creates: { about: null },
    cli: "memory review",
  },
  "GET /memory/reviews": {
    summary: "List reviews, newest first",
    query: memoryReviewQuerySchema,
    output: z.array(memoryReviewReportSchema),
    cli: "memory reviews",
  },
  "GET /memory/reviews/:id": {
    summary: "Show a review with the current state of its findings",
    output: memoryReviewReportSchema,
    cli: "memory show-review",
  },
});
