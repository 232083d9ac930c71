import { evaluationSchema } from "../../../../store/runs/result.ts";
import { assignmentStream } from "../../../../store/worker_machines/assignment.ts";
import { counted } from "../../../ground/kernel/words.ts";
import { isSignedBy, statementText, taskStatementText } from "../../../workforce/worker_machines/wire/mod.ts";
import { type AuditEntry, auditExportSchema } from "./audit_schemas.ts";
import type { ProofCheck } from "./verify_proof.ts";

/** An entry as far as what a worker machine signed is compared with it. */
type SignedEntry = Pick<AuditEntry, "sequence" | "stream" | "type" | "runId" | "data">;

/** What a worker machine signed, and whether its entry says the same. */
type Signed = {
  machineId: string;
  name: string;
  publicKey: string;
  signature: string;
  text: string;
  isSame: boolean;
};

/** A delivery without what every delivery has. */
const UNSIGNED: Signed = {
  machineId: "",
  name: "a worker machine",
  publicKey: "",
  signature: "",
  text: "",
  isSame: false,
};

/** An entry that the signature in it does not prove, and why. */
type SignatureFault = { sequence: number; detail: string };

/**
 * Verifies what worker machines reported and did in an audit export: the signature of each, that its entry says what was signed, and
 * that a machine has one key. Returns null if no machine signed anything, or if the document is no export.
 */
export async function verifySignatures(document: unknown): Promise<ProofCheck | null> {
  const { data } = auditExportSchema.safeParse(document);
  const { signed, faults } = await signatureFaults(data?.entries ?? []);
  if (signed === 0) return null;
  return faults.length === 0
    ? {
      name: "signatures",
      ok: true,
      detail: `${counted(signed, "report")} of worker machines, each with the signature of its key.`,
    }
    : {
      name: "signatures",
      ok: false,
      detail: `${faults.map(({ detail }) => detail).join("; ").replace(/^e/, "E")}.`,
    };
}

/** A worker machine that signed something, and the first key that it signed with. */
type SigningMachine = { id: string; name: string; publicKey: string };

/** Returns how many entries have the signature of a worker machine, those for which it is no proof, and the machines. */
export async function signatureFaults(
  entries: readonly SignedEntry[],
): Promise<{ signed: number; faults: SignatureFault[]; machines: SigningMachine[] }> {
  const machines = new Map<string, SigningMachine>();
  const faults: SignatureFault[] = [];
  let signed = 0;
  for (const entry of entries) {
    const one = ofReport(entry) ?? ofTask(entry, entries);
    if (!one) continue;
    signed++;
    const { sequence } = entry;
    const { machineId, name, publicKey } = one;
    const known = machines.get(machineId) ?? { id: machineId, name, publicKey };
    machines.set(machineId, known);
    if (!await isSignedBy(publicKey, one.signature, one.text)) {
      faults.push({ sequence, detail: `entry ${sequence} has no valid signature of ${name}` });
    } else if (known.publicKey !== publicKey) {
      faults.push({
        sequence,
        detail: `entry ${sequence} has another key of ${name} than the entries before`,
      });
    } else if (!one.isSame) {
      faults.push({ sequence, detail: `entry ${sequence} says something else than ${name} signed` });
    }
  }
  return { signed, faults, machines: [...machines.values()] };
}

/** Returns what a machine reported of a verification; null for another entry. */
function ofReport({ type, data }: SignedEntry): Signed | null {
  const evaluation = type === "evaluation.completed" ? evaluationSchema.safeParse(data).data : undefined;
  if (!evaluation?.reportedBy) return null;
  const { statement, checkedHere, ...who } = evaluation.reportedBy;
  const isOverruled = checkedHere === "different" || checkedHere === "flaky";
  const isAbout = evaluation.command === statement.command && evaluation.exitCode === statement.exitCode;
  return { ...who, text: statementText(statement), isSame: isOverruled || isAbout };
}

/** Returns what a machine says of a task that it did; null for another entry. */
function ofTask({ stream, type, runId, data }: SignedEntry, entries: readonly SignedEntry[]): Signed | null {
  if (type !== "assignment.task_delivered") return null;
  const delivery = assignmentStream.events[type].safeParse(data).data;
  if (!delivery) return UNSIGNED;
  const { statement, fence, ...who } = delivery;
  const offer = entries.find((each) => each.stream === stream && each.type === "assignment.task_offered");
  const offered = assignmentStream.events["assignment.task_offered"].safeParse(offer?.data).data;
  const isSame = stream === `assignment/${statement.assignmentId}` && runId === statement.runId &&
    fence === statement.fence && offered?.taskSessionId === statement.taskSessionId;
  return { ...who, text: taskStatementText(statement), isSame };
}
