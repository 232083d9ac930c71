/** What is known of a run's end. */
type RunState = { status: string; statusReason?: string | null | undefined };

/** Reports whether a run ended because its work was rejected: a person's answer, not a fault. */
export const isRejected = ({ status, statusReason }: RunState): boolean =>
  status === "failed" && statusReason === "approval_rejected";

/** Returns the word for a run's state. */
export const runWord = (run: RunState): string => isRejected(run) ? "rejected" : run.status;

/** Returns the word for the state of a checkpoint: work that was sent back is not rejected, and what could not be written is not approved. */
export function approvalWord({ status, decision, application }: {
  status: string;
  decision?: { disposition?: string | undefined } | null | undefined;
  application?: string | undefined;
}): string {
  if (status === "rejected" && decision?.disposition === "rework") return "sent back";
  return status === "approved" && (application === "stale" || application === "failed")
    ? application
    : status;
}
