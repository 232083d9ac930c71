import { workflowStream } from "../../../store/workflows/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { blastRadiusOf } from "./graph/blast_radius.ts";
import { loadVersion, requireWorkflow, showWorkflow } from "./read_model.ts";
import type { ActivateWorkflowInput, SavedWorkflow } from "./schemas.ts";

/** Lets automations and agents run a version; the digest says which permissions the caller saw. */
export async function activateWorkflow(
  ctx: Ctx,
  id: string,
  input: ActivateWorkflowInput,
): Promise<SavedWorkflow> {
  const known = requireWorkflow(ctx, id);
  const { version = known.latestVersion, blastRadiusDigest: seen } = input;
  // As it is shown: what an earlier version of this service recorded may not have named all of it.
  const { digest: blastRadiusDigest } = blastRadiusOf((await loadVersion(ctx, known, version)).definition);
  ctx.write(() => {
    const workflow = requireWorkflow(ctx, id);
    if (seen !== undefined && seen !== blastRadiusDigest) {
      throw new InvalidError(
        `blastRadiusDigest is "${seen}", but what version ${version} may touch has the digest ${blastRadiusDigest}. Review it again.`,
      );
    }
    if (workflow.activeVersion === version) return;
    const data = { version, blastRadiusDigest };
    record(ctx, workflowStream, id, [{ type: "workflow.activated", data }]);
  });
  return await showWorkflow(ctx, id);
}

/** Restricts the workflow to the operator. */
export function deactivateWorkflow(ctx: Ctx, id: string, { reason }: { reason?: string | undefined }) {
  ctx.write(() => {
    if (requireWorkflow(ctx, id).status === "inactive") return;
    const data = reason === undefined ? {} : { reason };
    record(ctx, workflowStream, id, [{ type: "workflow.deactivated", data }]);
  });
  return showWorkflow(ctx, id);
}
