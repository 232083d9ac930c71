import type { RunDocument, StatusReason } from "../../store/runs/document.ts";
import type { TaskSessionDocument } from "../../store/task_sessions/stream.ts";
import { FIXER } from "../lifecycle/sessions.ts";

/** Reasons that another attempt at the same task would not change. */
const FINAL: readonly StatusReason[] = [
  "unsupported_request",
  "policy_blocked",
  "provider_unavailable",
  "budget_exceeded",
];

/**
 * Returns whether a failed task ends its run. Otherwise the other tasks continue, and the run then waits for a human. A failed
 * fix round ends nothing, because there is an earlier attempt.
 */
export const endsRun = (
  { onFailure }: Pick<RunDocument, "onFailure">,
  { role, status, statusReason }: TaskSessionDocument,
): boolean =>
  status === "failed" && role !== FIXER &&
  (onFailure === "fail" || (!!statusReason && FINAL.includes(statusReason)));
