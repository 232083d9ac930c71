import type { Ctx } from "../../ground/kernel/context.ts";
import { VERSION } from "../../ground/kernel/version.ts";
import { artifactsOf } from "../../control/runs/artifacts.ts";
import type { AuditExport } from "./proof/audit_schemas.ts";
import { proveRun } from "./proof/prove.ts";
import { requireRun, showRun } from "../../control/runs/read_model.ts";

/** Returns the raw archive of a run: every entry with all that its hash covers, to be verified anywhere. */
export function exportAudit(ctx: Ctx, runId: string): AuditExport {
  // The run's number follows from what precedes it, which these entries do not contain.
  const { number: _, ...run } = showRun(ctx, requireRun(ctx, runId));
  return {
    format: "agent-harness/audit",
    version: 1,
    exportedAt: ctx.now().toISOString(),
    serviceVersion: VERSION,
    run,
    ...proveRun(ctx, runId),
    artifacts: artifactsOf(ctx, runId).map(({ id, path, sha256, size }) => ({ id, path, sha256, size })),
  };
}
