import { sha256 } from "../../../store/chain.ts";
import type { ApprovalDocument } from "../../../store/approvals/stream.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { outputGuidance } from "../runs/fix_words.ts";
import { requireRun } from "../runs/read_model.ts";
import type { ApprovalDecisionInput } from "./decision_schema.ts";

/** Throws `InvalidError` if there is no output to send back, or no worker that could use it. */
export function requireOutput(
  ctx: Ctx,
  { runId, policyClass }: ApprovalDocument,
  { disposition }: ApprovalDecisionInput,
): void {
  if (disposition !== "rework" || policyClass !== "repo-write") {
    throw new InvalidError(
      'withOutput is only allowed with the disposition "rework" of a patch. Leave it out.',
    );
  }
  const { evaluation, plannedBy } = requireRun(ctx, runId);
  if (evaluation?.outcome !== "failed") {
    throw new InvalidError("The verifier did not fail on this result, so it has no output to send back.");
  }
  if (plannedBy?.provider === "builtin") {
    throw new InvalidError(
      "The recipe worker would repeat the same work. Send it back with a note, or retry the run with a model.",
    );
  }
}

/** Returns the reviewer's note followed by what the verifier printed. */
export function withOutput(ctx: Ctx, { evaluation }: RunDocument, note: string | undefined): string {
  return outputGuidance(evaluation!, readOutput(ctx, evaluation!.outputSha256), note);
}

/** Empty if the verifier printed nothing, or if its output is damaged. */
function readOutput(ctx: Ctx, hash: string | undefined): string {
  if (hash === undefined) return "";
  try {
    const bytes = Deno.readFileSync(ctx.artifacts.path(hash));
    return sha256(bytes) === hash ? new TextDecoder().decode(bytes) : "";
  } catch {
    return "";
  }
}
