import { evaluationSchema } from "../../../../store/runs/result.ts";
import { counted } from "../../../ground/kernel/words.ts";
import { isSignedBy, statementText } from "../../../workforce/worker_machines/wire/mod.ts";
import { auditExportSchema } from "./audit_schemas.ts";
import type { ProofCheck } from "./verify_proof.ts";

/**
 * Verifies what worker machines reported in an audit export: the signature of each, and that the evaluation says what was signed.
 * Returns null if no machine reported anything, or if the document is no export.
 */
export async function verifySignatures(document: unknown): Promise<ProofCheck | null> {
  const parsed = auditExportSchema.safeParse(document);
  const entries = parsed.success ? parsed.data.entries : [];
  const faults: string[] = [];
  let signed = 0;
  for (const { sequence, type, data } of entries) {
    const evaluation = type === "evaluation.completed" ? evaluationSchema.safeParse(data).data : undefined;
    const { reportedBy } = evaluation ?? {};
    if (!evaluation || !reportedBy) continue;
    signed++;
    const { name, statement, signature, publicKey, checkedHere } = reportedBy;
    if (!await isSignedBy(publicKey, signature, statementText(statement))) {
      faults.push(`entry ${sequence} has no valid signature of ${name}`);
    } else if (checkedHere !== "different" && checkedHere !== "flaky" && !isAbout(evaluation, statement)) {
      faults.push(`entry ${sequence} says something else than ${name} signed`);
    }
  }
  if (signed === 0) return null;
  return faults.length === 0
    ? {
      name: "signatures",
      ok: true,
      detail: `${counted(signed, "report")} of worker machines, each with the signature of its key.`,
    }
    : { name: "signatures", ok: false, detail: `${faults.join("; ").replace(/^e/, "E")}.` };
}

type Said = { command?: string | undefined; exitCode?: number | undefined };

const isAbout = (evaluation: Said, { command, exitCode }: Said): boolean =>
  evaluation.command === command && evaluation.exitCode === exitCode;
