import type { ApprovalDocument } from "../../store/approvals/stream.ts";
import type { Ctx } from "../kernel/context.ts";
import { InvalidError } from "../kernel/errors.ts";
import { requireRun } from "../runs/read_model.ts";
import type { ApprovalDecisionInput } from "./schemas.ts";

/** Throws `InvalidError` where a patch cannot be delivered as the decision says. */
export function requireDeliverable(
  ctx: Ctx,
  { bundle, runId }: ApprovalDocument,
  { delivery = "tree", acceptedHunks }: ApprovalDecisionInput,
): void {
  if (delivery === "tree") return;
  if (!bundle || acceptedHunks) {
    throw new InvalidError(
      `The delivery "${delivery}" goes with the approval of a whole patch. Leave it out here.`,
    );
  }
  const { base } = requireRun(ctx, runId);
  if (base?.kind !== "git" || base.snapshot) {
    throw new InvalidError(
      `${base?.root} has no commit that a ${delivery} could build on. Deliver it to the tree instead.`,
    );
  }
}
