import { withArticle } from "../../ground/kernel/words.ts";
import type { ApprovalDocument } from "../../../store/approvals/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { deliveryBranch } from "../runs/delivery_message.ts";
import { requestOf, requireRun } from "../runs/read_model.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
import { runStream } from "../../../store/runs/stream.ts";
import type { ApprovalDecisionInput, DeliveryKind } from "./decision_schema.ts";
import {
  branchProblem,
  type Committer,
  committerIn,
  findWorkDirectory,
  namedDirectory,
} from "../../machine/repositories/mod.ts";
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

/** What the repository of a decision that makes a commit says: who makes it, and why its branch cannot be written. */
type CommitOutlook = { author: Committer | null; obstacle: string | null };

/** What is known before a decision that makes no commit. */
export const NO_COMMIT: CommitOutlook = { author: null, obstacle: null };

/** Returns what is known before a decision that makes a commit. */
export async function outlookOf(
  ctx: Ctx,
  { runId, bundle, subject }: ApprovalDocument,
  { author, delivery }: ApprovalDecisionInput,
): Promise<CommitOutlook> {
  const run = ctx.store.documents.get(runStream, runId);
  // What has no patch of a run is refused for that.
  if (!run || !bundle || subject) return NO_COMMIT;
  return {
    author: author ?? await committerOf(run.base),
    obstacle: delivery === "branch" ? await obstacleTo(ctx, run) : null,
  };
}

/** A directory that leads elsewhere by now is found when the patch is delivered. */
async function obstacleTo(ctx: Ctx, run: RunDocument): Promise<string | null> {
  if (!run.base || !hasCommit(run.base) || !run.evaluation) return null;
  try {
    const { gitDir, commonDir } = findWorkDirectory(namedDirectory(run.base), ctx.config.storageDirectory);
    if (gitDir === undefined || commonDir === undefined) return null;
    const name = deliveryBranch(run, ctx.redactor.text(requestOf(ctx, run)));
    return await branchProblem({ gitDir, commonDir }, name);
  } catch (cause) {
    if (cause instanceof InvalidError) return null;
    throw cause;
  }
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
  { obstacle }: Pick<CommitOutlook, "obstacle">,
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
  if (obstacle !== null) throw new InvalidError(obstacle);
}
