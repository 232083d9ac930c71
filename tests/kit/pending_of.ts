import type { RunDetails } from "../../services/execution/run_views/detail_schemas.ts";

/** Returns the pending approval of a run. */
export function pendingOf(run: RunDetails) {
  const approval = run.approvals.find(({ status }) => status === "pending");
  if (!approval) {
    throw new Error(`the run ${run.id} is ${run.status} without a pending approval: ${run.statusDetail}`);
  }
  return approval;
}
