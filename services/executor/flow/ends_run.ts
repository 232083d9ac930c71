import type { RunDocument, StatusReason } from "../../../store/runs/document.ts";
import type { TaskSessionDocument } from "../../../store/task_sessions/stream.ts";
import { FIXER } from "../../lifecycle/sessions.ts";

/** What no further attempt at the same task would change. */
const FINAL: readonly StatusReason[] = [
  "unsupported_request",
  "policy_blocked",
  "provider_unavailable",
  "budget_exceeded",
];

/**
 * Whether a task's failure ends its run; else the other tasks go on, and the run then waits for a human. A fix round that fails
 * ends nothing: there is an attempt before it.
 */
export const endsRun = (
  { onFailure }: Pick<RunDocument, "onFailure">,
  { role, status, statusReason }: TaskSessionDocument,
): boolean =>
  status === "failed" && role !== FIXER &&
  (onFailure === "fail" || (!!statusReason && FINAL.includes(statusReason)));
