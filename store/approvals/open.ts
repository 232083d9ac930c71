import type { DocumentReader } from "../documents.ts";
import { type ApprovalDocument, approvalStream } from "./stream.ts";

/** Returns the approvals that wait for a decision: what expires soonest first. */
export const openApprovals = (
  documents: DocumentReader,
  page: { until?: string; limit: number; offset?: number },
): ApprovalDocument[] => documents.lowest(approvalStream, { status: "pending" }, "expiresAt", page);
