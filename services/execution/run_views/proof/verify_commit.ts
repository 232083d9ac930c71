import { trailerFor, trailerOf } from "../../../control/runs/delivery_message.ts";
import type { DeliveredCommit } from "../../../machine/repositories/mod.ts";
import type { AuditExport } from "./audit_schemas.ts";
import { deliveredApproval, recordedRun } from "./recorded.ts";
import { verifyAudit } from "./verify_audit.ts";
import { compareFields, type ProofCheck, type ProofReport } from "./verify_proof.ts";
import type { Trusted } from "./walk.ts";

/**
 * Verifies a commit that a run was delivered as: its trailer and its patch against the run's entries, which are
 * verified first. `auditOf` returns the audit export of the run that the trailer names, or null.
 */
export async function verifyCommit(
  commit: DeliveredCommit,
  auditOf: (runId: string) => Promise<unknown>,
  trusted: Trusted = {},
): Promise<ProofReport> {
  const trailer = trailerOf(commit.message);
  if (!trailer) {
    return failed(
      "trailer",
      `The commit ${commit.id} has no complete agent-harness trailer. No run was delivered as this commit, or its message was changed.`,
    );
  }
  const document = await auditOf(trailer.Run);
  if (document === null) {
    return failed(
      "run",
      `The service has no run ${trailer.Run}. The trailer was changed, the run was deleted, or it belongs to another service.`,
    );
  }
  const report = verifyAudit(document, trusted);
  if (!report.ok) return report;
  const { entries } = document as AuditExport;
  const { run } = recordedRun(entries, report.runId!);
  const approval = deliveredApproval(entries);
  if (!run?.delivery || !approval) {
    return add(report, [{
      name: "delivery",
      ok: false,
      detail: `The run ${report.runId} was not delivered as a commit.`,
    }]);
  }
  const { ok, detail } = compareFields("trailer", trailer, trailerFor(run, approval));
  return add(report, [
    {
      name: "trailer",
      ok,
      detail: ok ? "It matches the entries." : `${detail} The trailer was changed.`,
    },
    comparePatch(commit, run.bundle!.patchSha256),
    {
      name: "commit",
      ok: true,
      detail: commit.id === run.delivery.commit
        ? "It is the commit that was delivered."
        : `Its id differs from the delivered ${run.delivery.commit}, as after "git am". Only the patch and the trailer are proved.`,
    },
  ]);
}

const comparePatch = ({ id, patchSha256 }: DeliveredCommit, reviewed: string): ProofCheck =>
  patchSha256 === reviewed ? { name: "patch", ok: true, detail: "It is the patch that was reviewed." } : {
    name: "patch",
    ok: false,
    detail:
      `The patch of ${id} is not the one that was reviewed: its SHA-256 is ${patchSha256}, but ${reviewed} was approved.`,
  };

const add = (report: ProofReport, checks: readonly ProofCheck[]): ProofReport => ({
  ...report,
  ok: checks.every(({ ok }) => ok),
  checks: [...report.checks, ...checks],
});

const failed = (name: string, detail: string): ProofReport => ({
  ok: false,
  runId: null,
  checks: [{ name, ok: false, detail }],
  broken: null,
});
