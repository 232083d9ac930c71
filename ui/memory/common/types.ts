import type { Result } from "../../../routes/endpoint.ts";
import type { Api } from "../../../routes/mod.ts";

/** A memory record. */
export type MemoryRecord = Result<Api["GET /memory"]>[number];
/** A candidate for a memory record. */
export type MemoryCandidate = Result<Api["GET /memory/candidates"]>[number];
/** A review of the records, with its findings. */
export type MemoryReview = Result<Api["GET /memory/reviews/:id"]>;
/** The result of maintenance. */
export type MaintenanceResult = Result<Api["POST /memory/maintenance"]>;
/** A preview of the context of a step. */
export type ContextPreview = Result<Api["GET /memory/context-preview"]>;

/** The usual types of records; any other word is accepted as well. */
export const TYPES = ["decision", "fact", "preference", "procedure", "summary", "warning"] as const;
/** The usual scopes of records, widest first; any other word is accepted too. */
export const SCOPES = ["global", "project", "conversation", "run", "task"] as const;
