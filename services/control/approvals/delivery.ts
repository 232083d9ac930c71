import { withArticle } from "../../ground/kernel/words.ts";
import type { ApprovalDocument } from "../../../store/approvals/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { requireRun } from "../runs/read_model.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
import type { ApprovalDecisionInput, DeliveryKind } from "./decision_schema.ts";
import { type Committer, committerIn } from "../../machine/repositories/mod.ts";
import { DELIVERIES } from "../../../store/shared/enumerations.ts";

/** Returns where the patch of a checkpoint can be delivered: only to the tree if a branch has no commit to build on. */
export function deliveriesOf(
  { bundle, subject }: ApprovalDocument,
  base: RunDocument["base"],
): DeliveryKind[] {
  if (!bundle) return [];
  return subject || !hasCommit(base) ? ["tree"] : [...DELIVERIES];
}

const hasCommit = (base: RunDocument["base"]): boolean => base?.kind === "git" && !base.snapshot;

/** Returns true if the delivery that a decision names makes a commit. */
export const isCommit = ({ delivery = "tree" }: Pick<ApprovalDecisionInput, "delivery">): boolean =>
  delivery !== "tree";

/** Returns who makes the commit: whom the decision names, or whom git's configuration of the repository does; null for nobody. */
export async function authorOf(
  ctx: Ctx,
  { runId }: ApprovalDocument,
  { author }: Pick<ApprovalDecisionInput, "author">,
): Promise<Committer | null> {
  return author ?? await committerOf(requireRun(ctx, runId).base);
}

/** Returns whom git's configuration of a run's repository names; null for nobody, and without a commit to build on. */
export async function committerOf(base: RunDocument["base"]): Promise<Committer | null> {
  return base && hasCommit(base) ? await committerIn(base.root) : null;
}

/** Throws `InvalidError` if a patch cannot be delivered as the decision says. */
export function requireDeliverable(
  ctx: Ctx,
  { bundle, runId, subject }: ApprovalDocument,
  { delivery = "tree", acceptedHunks, author }: ApprovalDecisionInput,
): void {
  if (!isCommit({ delivery })) {
    if (!author) return;
    throw new InvalidError(
      'author is only allowed with the delivery "branch" or "format-patch". Leave it out.',
    );
  }
  if (!bundle || subject || acceptedHunks) {
    throw new InvalidError(
      `The delivery "${delivery}" is only allowed when a whole patch is approved. Leave it out.`,
    );
  }
  const { base } = requireRun(ctx, runId);
  if (!hasCommit(base)) {
    throw new InvalidError(
      `${base?.root} has no commit that ${
        withArticle(delivery)
      } could build on. Deliver it to the tree instead.`,
    );
  }
}
