import type { ApprovalDocument } from "../../../store/approvals/stream.ts";
import { approvalStream } from "../../../store/approvals/stream.ts";
import type { Core, Reads } from "../../ground/kernel/context.ts";
import { NotFoundError } from "../../ground/kernel/errors.ts";
import { readManifest } from "./manifest.ts";
import type { Approval } from "./schemas.ts";

/** Returns the approval's document. Throws `NotFoundError`. */
export function requireApproval(ctx: Pick<Core, "store">, id: string): ApprovalDocument {
  const approval = ctx.store.documents.get(approvalStream, id);
  if (!approval) throw new NotFoundError("approval", id);
  return approval;
}

/** Returns the approval as the API shows it, with the files and hunks of its bundle. */
export function showApproval(ctx: Reads, approval: ApprovalDocument): Approval {
  const { admits: _, bundle, evidence, ...shown } = approval;
  const by = approval.status === "superseded" ? successorOf(ctx, approval) : undefined;
  const { taskSessionId, runId } = approval;
  return {
    ...shown,
    subject: approval.subject ??
      (taskSessionId === undefined
        ? { kind: "run", id: runId }
        : { kind: "task_session", id: taskSessionId }),
    ...(by && { supersededBy: by.id }),
    evidence: evidence.map((item) => {
      if (item.kind !== "repo-write-patch-bundle") return item;
      if (!bundle) throw new Error(`The approval ${approval.id} has a patch as evidence but no bundle.`);
      const manifest = readManifest(ctx, bundle.manifestSha256);
      return {
        ...item,
        baseCommit: bundle.baseCommit,
        patchSha256: bundle.patchSha256,
        stats: { files: bundle.files, additions: bundle.additions, deletions: bundle.deletions },
        files: (manifest?.files ?? []).map((file) => ({ id: file.path, ...file, hunks: [...file.hunks] })),
      };
    }),
  };
}

/** Returns the open checkpoint about the run's work, or null while that work continues. */
const successorOf = (ctx: Reads, { id, runId }: ApprovalDocument): ApprovalDocument | undefined =>
  ctx.store.documents.all(approvalStream, { runId }, { after: id })
    .find(({ bundle, subject }) => bundle !== undefined && !subject);
