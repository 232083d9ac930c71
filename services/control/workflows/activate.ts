import { workflowStream } from "../../../store/workflows/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { requireVersion, requireWorkflow, showWorkflow } from "./read_model.ts";
import type { ActivateWorkflowInput, SavedWorkflow } from "./schemas.ts";

/** Lets automations and agents run a version; the digest says which permissions the caller saw. */
export function activateWorkflow(ctx: Ctx, id: string, input: ActivateWorkflowInput): Promise<SavedWorkflow> {
  ctx.write(() => {
    const workflow = requireWorkflow(ctx, id);
    const { version = workflow.latestVersion, blastRadiusDigest: seen } = input;
    const { blast_radius_digest: blastRadiusDigest } = requireVersion(ctx, workflow, version);
    if (seen !== undefined && seen !== blastRadiusDigest) {
      throw new InvalidError(
        `blastRadiusDigest is "${seen}", but what version ${version} may touch has the digest ${blastRadiusDigest}. Review it again.`,
      );
    }
    if (workflow.activeVersion === version) return;
    const data = { version, blastRadiusDigest };
    record(ctx, workflowStream, id, [{ type: "workflow.activated", data }]);
  });
  return showWorkflow(ctx, id);
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
