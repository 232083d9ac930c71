import { z } from "zod";

/** Why a run or a task session ended without a result. */
export const statusReasonSchema = z.enum([
  "timeout",
  "process_lost",
  "verification_failed",
  "approval_rejected",
  "approval_expired",
  "approval_stale",
  "budget_exceeded",
  "policy_blocked",
  "dependency_failed",
  "provider_unavailable",
  "invalid_input",
  /** A command of the request, its setup or the worker's own program ended with an error. */
  "command_failed",
  "unsupported_request",
  "apply_conflict",
  "user_cancelled",
]);
export type StatusReason = z.infer<typeof statusReasonSchema>;
