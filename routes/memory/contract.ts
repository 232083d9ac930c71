import { z } from "zod";
import {
  memoryMaintenanceInputSchema,
  memoryMaintenanceReportSchema,
  memoryReviewInputSchema,
  memoryReviewQuerySchema,
  memoryReviewReportSchema,
} from "../../services/memory/housekeeping_schemas.ts";
import {
  createMemoryRecordInputSchema,
  memoryCandidateQuerySchema,
  memoryCandidateSchema,
  memoryContextPreviewSchema,
  memoryContextQuerySchema,
  memoryListQuerySchema,
  memoryRecordSchema,
  promoteMemoryCandidateInputSchema,
} from "../../services/memory/schemas.ts";
import { reasonInputSchema } from "../../services/kernel/schemas.ts";
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
    summary: "Record something to be remembered",
    access: "operator",
    body: createMemoryRecordInputSchema,
    output: memoryRecordSchema,
    status: 201,
    about: runOfAnswer,
    cli: "memory add",
  },
  "POST /memory/:id/archive": {
    summary: "Archive a memory record",
    access: "operator",
    output: memoryRecordSchema,
    cli: "memory archive",
  },
  "GET /memory/context-preview": {
    summary: "Show which records a conversation, run or task would be given, and why",
    access: "agent-read",
    query: memoryContextQuerySchema,
    output: memoryContextPreviewSchema,
    cli: "memory preview",
  },
  "GET /memory/candidates": {
    summary: "List what was proposed to be remembered, newest first",
    access: "operator",
    query: memoryCandidateQuerySchema,
    output: z.array(memoryCandidateSchema),
    cli: "memory candidates",
  },
  "POST /memory/candidates/:id/promote": {
    summary: "Make a memory record of a candidate",
    access: "operator",
    body: promoteMemoryCandidateInputSchema,
    output: memoryRecordSchema,
    status: 201,
    about: runOfAnswer,
    cli: "memory promote",
  },
  "POST /memory/candidates/:id/reject": {
    summary: "Say that a candidate is not to be remembered",
    access: "operator",
    body: reasonInputSchema,
    output: memoryCandidateSchema,
    cli: "memory reject",
  },
  "POST /memory/maintenance": {
    summary: "Take candidates from what happened and review the records",
    access: "operator",
    body: memoryMaintenanceInputSchema,
    output: memoryMaintenanceReportSchema,
    status: 201,
    about: null,
    cli: "memory maintain",
  },
  "POST /memory/review": {
    summary: "Look for contradictions, duplicates, stale and expired records",
    access: "operator",
    body: memoryReviewInputSchema,
    output: memoryReviewReportSchema,
    status: 201,
    about: null,
    cli: "memory review",
  },
  "GET /memory/reviews": {
    summary: "List reviews, newest first",
    access: "operator",
    query: memoryReviewQuerySchema,
    output: z.array(memoryReviewReportSchema),
    cli: "memory reviews",
  },
  "GET /memory/reviews/:id": {
    summary: "Show a review with all its findings as they stand now",
    access: "operator",
    output: memoryReviewReportSchema,
    cli: "memory show-review",
  },
});
