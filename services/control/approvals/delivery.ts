import { withArticle } from "../../ground/kernel/words.ts";
import type { ApprovalDocument } from "../../../store/approvals/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { requireRun } from "../runs/read_model.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
import type { ApprovalDecisionInput, DeliveryKind } from "./schemas.ts";
import { committerIn, type Person } from "../../machine/repositories/mod.ts";
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

/**
 * Returns who makes the commit of a delivery: whom the decision names, or whom git's configuration of the repository does; null for
 * nobody. Throws `InvalidError` if an author is named for a delivery without a commit.
 */
export async function authorOf(
  ctx: Ctx,
  { runId }: ApprovalDocument,
  { delivery = "tree", author }: Pick<ApprovalDecisionInput, "delivery" | "author">,
): Promise<Person | null> {
  if (delivery !== "tree") return author ?? await committerOf(requireRun(ctx, runId).base);
  if (!author) return null;
  throw new InvalidError(
    'author is only allowed with the delivery "branch" or "format-patch". Leave it out.',
  );
}

/** Returns whom git's configuration of a run's repository names; null for nobody, and without a commit to build on. */
export async function committerOf(base: RunDocument["base"]): Promise<Person | null> {
  return base && hasCommit(base) ? await committerIn(base.root) : null;
}

/** Throws `InvalidError` if a patch cannot be delivered as the decision says. */
export function requireDeliverable(
  ctx: Ctx,
  { bundle, runId, subject }: ApprovalDocument,
  { delivery = "tree", acceptedHunks }: ApprovalDecisionInput,
): void {
  if (delivery === "tree") return;
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
