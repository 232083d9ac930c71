import { VERSION } from "../../../ground/kernel/version.ts";
import { type AuditExport, auditExportSchema } from "./audit_schemas.ts";
import { shownRun } from "../../../control/runs/read_model.ts";
import type { RecordedRun } from "./recorded.ts";
import {
  compareArtifacts,
  compareFields,
  type ProofCheck,
  type ProofReport,
  verifyEntries,
} from "./verify_proof.ts";
import type { Trusted } from "./walk.ts";

/**
 * Verifies an audit export (`GET /runs/:id/audit`) without service or network. Its author could have made all of it up;
 * a hash of the log from elsewhere (`trusted.head`) rules that out.
 */
export function verifyAudit(document: unknown, trusted: Trusted = {}): ProofReport {
  const parsed = auditExportSchema.safeParse(document);
  if (!parsed.success) return malformed("an audit export", parsed.error.issues[0]);
  const { run, artifacts, ...proof } = parsed.data;
  const { checks, broken, recorded } = verifyEntries(proof, run.id, trusted);
  if (recorded) {
    checks.push(compareRun(parsed.data, recorded), compareArtifacts(artifacts, recorded.artifacts));
  }
  const { decided } = recorded ?? {};
  return { ok: checks.every(({ ok }) => ok), runId: run.id, checks, broken, ...(decided && { decided }) };
}

/** Who acts next depends on the service, and is not in the entries. */
function compareRun({ run, serviceVersion }: AuditExport, recorded: RecordedRun): ProofCheck {
  if (!recorded.run) return { name: "run", ok: false, detail: "The entries do not describe such a run." };
  const { nextMove: _, ...said } = run;
  const told = shownRun(recorded.run, recorded.request);
  if (serviceVersion === VERSION) return compareFields("run", said, told);
  // Another version may have other fields: those that both have must agree.
  const common = Object.keys(said).filter((field) => field in told);
  const pick = (of: Record<string, unknown>) => Object.fromEntries(common.map((field) => [field, of[field]]));
  return compareFields("run", pick(said), pick(told));
}

/** Returns the report on input with the wrong shape. */
export function malformed(
  what: string,
  issue: { path: PropertyKey[]; message: string } | undefined,
): ProofReport {
  const where = issue && issue.path.length > 0 ? ` ${issue.path.join(".")}:` : "";
  const reason = `this is not ${what}:${where} ${issue?.message ?? "it has another shape"}`;
  return {
    ok: false,
    runId: null,
    checks: [{ name: "format", ok: false, detail: `T${reason.slice(1)}.` }],
    broken: { sequence: null, reason },
  };
}
