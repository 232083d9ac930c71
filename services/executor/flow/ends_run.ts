import type { RunDocument, StatusReason } from "../../../store/runs/document.ts";
import type { TaskSessionDocument } from "../../../store/task_sessions/stream.ts";

/** What no further attempt at the same task would change. */
const FINAL: readonly StatusReason[] = [
  "unsupported_request",
  "policy_blocked",
  "provider_unavailable",
  "budget_exceeded",
];

/** Whether a task's failure ends its run; else the other tasks go on, and the run then waits for a human. */
export const endsRun = (
  { onFailure }: Pick<RunDocument, "onFailure">,
  { status, statusReason }: TaskSessionDocument,
): boolean =>
  status === "failed" && (onFailure === "fail" || (!!statusReason && FINAL.includes(statusReason)));
