import { ACCEPTING_PART } from "../../../client/accepted_hunks.ts";
import { closedBecause } from "./blockers.ts";
import type { Approval } from "./types.ts";

/** The outcome of a checkpoint, for the head of its page. */
type CheckpointOutcome = { tone: "plain" | "good" | "warning" | "bad"; title: string; detail: string };

type Decided = Pick<Approval, "status" | "application" | "applicationDetail" | "decision">;

const ENDED = {
  expired: "This checkpoint has expired",
  superseded: "Another checkpoint replaced this one",
  cancelled: "This checkpoint was cancelled",
} as const;

/** Returns the outcome of a decided checkpoint; null while it waits. */
export function outcomeOf(approval: Decided): CheckpointOutcome | null {
  const { status, application, decision } = approval;
  const detail = approval.applicationDetail ?? "";
  if (status === "pending") return null;
  if (status === "approved") return applicationOutcome(application, detail, decision?.delivery ?? "tree");
  if (status === "rejected") {
    const rework = decision?.disposition === "rework";
    return rework
      ? { tone: "plain", title: "Sent back for rework", detail: "The worker continues with your note." }
      : { tone: "plain", title: "Rejected", detail: "The run ended and nothing was written." };
  }
  if (status === "superseded" && decision?.acceptedHunks) {
    const picked = decision.acceptedHunks.length;
    return {
      tone: "plain",
      title: picked === 1 ? "1 change was accepted" : `${picked} changes were accepted`,
      detail: ACCEPTING_PART,
    };
  }
  return {
    tone: "warning",
    title: ENDED[status],
    detail: detail || (closedBecause(approval) ?? ""),
  };
}

const APPLIED = {
  tree: "The files are written. Nothing was staged or committed.",
  branch: "A commit was made on a new branch. Your index and working tree did not change.",
  "format-patch":
    "The commit is in the run's artifacts as a patch for git am. Nothing was written to the repository.",
} as const;

function applicationOutcome(
  application: Approval["application"],
  detail: string,
  delivery: keyof typeof APPLIED,
): CheckpointOutcome {
  switch (application) {
    case "none":
      return { tone: "good", title: "Approved", detail: "The run continues." };
    case "ready":
    case "applying":
      return {
        tone: "plain",
        title: "Approved, applying",
        detail: "Every file is compared with the base before any file is written.",
      };
    case "applied":
      return {
        tone: "good",
        title: "Applied",
        detail: APPLIED[delivery],
      };
    case "stale":
      return { tone: "bad", title: "Approved, but nothing was written", detail };
    case "failed":
      return { tone: "bad", title: "Approved, but it could not be applied", detail };
  }
}
