import { driftRemedy, isInVain } from "../../client/drift.ts";
import { bundleOf } from "../../client/patch.ts";
import { ACCEPTING_PART } from "../../client/accepted_hunks.ts";
import { ALL_REVIEWED } from "../../store/shared/review_flags.ts";
import { EXIT, ExitError } from "../exit_codes.ts";
import type { ServiceClient } from "../service/connection.ts";
import type { Decision, QueuedApproval } from "../service/types.ts";
import type { Choice, ShownHere, WhereTo } from "./choice.ts";
import { inQueue } from "./find.ts";
import { readPatch } from "./patch.ts";

/**
 * Records a decision on exactly what was shown: immediately before, the patch is hashed again and the checkpoint is compared with
 * the one that the person saw. Resolves when the bundle was applied or refused.
 */
export async function decide(
  connection: ServiceClient,
  seen: QueuedApproval,
  choice: Choice,
  shown: ShownHere | null,
): Promise<QueuedApproval> {
  const { call } = connection;
  const bundle = bundleOf(seen);
  if (bundle) await readPatch(connection, seen, bundle);
  const now = await inQueue(connection, seen.id);
  if (now?.approval.evidenceDigest !== seen.evidenceDigest) {
    throw new ExitError(
      EXIT.failed,
      `The approval ${seen.id} has changed since it was shown. Nothing was decided. Review it again.`,
    );
  }
  const params = { id: seen.id };
  const approving = choice.decision === "approve";
  if (approving && isInVain(now, choice)) {
    const remedy = driftRemedy(now.approval, rebaseWords(seen));
    throw new ExitError(
      EXIT.failed,
      `Nothing was decided: touched files have changed since the work started, so approving would write nothing. ${remedy}.`,
    );
  }
  const body: Decision = {
    actorType: "human",
    ...(choice.note && { reviewerNote: choice.note }),
    ...(approving && ALL_REVIEWED),
    ...(choice.decision === "rework" && { disposition: "rework" }),
    ...(choice.withOutput && { withOutput: true }),
    ...(approving && choice.delivery && { delivery: choice.delivery }),
    ...(approving && choice.author && { author: choice.author }),
    ...(approving && choice.scope && { scope: choice.scope }),
    ...(approving && choice.scope === "pattern" && seen.asks?.pattern && { pattern: seen.asks.pattern }),
    ...(approving && choice.response && { response: choice.response }),
    ...(approving && choice.hunks && { acceptedHunks: [...choice.hunks] }),
    ...(shown && { shown }),
  };
  return approving
    ? await call("POST /approvals/:id/approve", { params, body })
    : await call("POST /approvals/:id/reject", { params, body });
}

const APPLIED: Readonly<Record<WhereTo, string>> = {
  tree: "Approved and applied to the working tree. Nothing was committed.",
  branch: "Approved and committed on a new branch. Your index and working tree are unchanged.",
  "format-patch": "Approved. A patch for git am is among the run's artifacts; your repository is unchanged.",
};

/** The command that rebases the change of an approval. */
export const rebaseWords = ({ runId }: Pick<QueuedApproval, "runId">): string =>
  `rebase the change: agent-harness runs rebase ${runId}`;

/** Returns the result of a decision: the exit code and a sentence. */
export function describeDecision(approval: QueuedApproval): { code: number; sentence: string } {
  const detail = approval.applicationDetail ? ` ${approval.applicationDetail}` : "";
  if (approval.status === "rejected") {
    const rework = approval.decision?.disposition === "rework";
    return {
      code: EXIT.done,
      sentence: rework ? "Sent back. The worker continues with your note." : "Rejected. Nothing was written.",
    };
  }
  if (approval.decision?.acceptedHunks) {
    return { code: EXIT.done, sentence: ACCEPTING_PART };
  }
  switch (approval.application) {
    case "applied":
      return { code: EXIT.done, sentence: APPLIED[approval.decision?.delivery ?? "tree"] };
    case "stale":
      return {
        code: EXIT.failed,
        sentence:
          `Approved, but the repository differs from what the work began with.${detail} Commit what was changed there, then ${
            rebaseWords(approval)
          }`,
      };
    case "failed":
      return { code: EXIT.failed, sentence: `Approved, but it could not be applied.${detail}` };
    default:
      return { code: EXIT.done, sentence: "Approved. The run continues." };
  }
}
