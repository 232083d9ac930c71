import { isDeepStrictEqual } from "node:util";
import type { AuditProof } from "./audit_schemas.ts";
import { type DecidedApproval, type NamedArtifact, type RecordedRun, recordedRun } from "./recorded.ts";
import { type BrokenEntry, type Trusted, walkProof } from "./walk.ts";

/** One check of an export or a packet. */
export type ProofCheck = { name: string; ok: boolean; detail: string };

/** Whether it is valid, the checks, and the first invalid entry. */
export type ProofReport = {
  ok: boolean;
  runId: string | null;
  checks: ProofCheck[];
  broken: BrokenEntry | null;
  /** What was decided, where the entries are those of a run and match their hashes. */
  decided?: DecidedApproval[];
};

/**
 * Verifies the entries of a run: every hash, every link, that they begin with the run's creation and that none of its
 * events is missing. Returns what they describe, or null if they are invalid.
 */
export function verifyEntries(
  proof: AuditProof,
  runId: string,
  trusted: Trusted,
): { checks: ProofCheck[]; broken: BrokenEntry | null; recorded: RecordedRun | null } {
  const { head, withheld = new Set() } = trusted;
  const { broken, linked, reachesHead } = walkProof(proof, runId, trusted);
  const fault = broken ?? missing(proof, runId);
  if (fault) {
    const where = fault.sequence === null ? "" : `The first broken entry is ${fault.sequence}: `;
    return {
      checks: [{ name: "entries", ok: false, detail: `${where}${fault.reason}.` }],
      broken: fault,
      recorded: null,
    };
  }
  const { entries, chain } = proof;
  const anchor = head === undefined
    ? `Compare the head with the log's own: ${chain.headHash} at entry ${chain.headSequence}.`
    : "The trusted hash is one of them.";
  return {
    checks: [
      { name: "entries", ok: true, detail: `${entries.length} entries match their hashes.` },
      {
        name: "chain",
        ok: true,
        detail: reachesHead
          ? `${linked} entries are linked without a gap, up to the head. ${anchor}`
          : `${linked} of ${chain.headSequence} entries are linked here. The others are not in the file, so gaps among them cannot be detected.`,
      },
    ],
    broken: null,
    recorded: recordedRun(wholeStreams(entries, withheld), runId),
  };
}

/** What an entry without data says cannot be folded, nor what follows it in its stream. */
function wholeStreams(entries: AuditProof["entries"], withheld: ReadonlySet<number>): AuditProof["entries"] {
  const cut = new Set(
    entries.filter(({ sequence }) => withheld.has(sequence)).map(({ stream }) => stream),
  );
  return entries.filter(({ stream }) => !cut.has(stream));
}

/** A run's own stream begins with its creation, and counts its events. */
function missing({ entries }: AuditProof, runId: string): BrokenEntry | null {
  const own = entries.filter(({ stream }) => stream === `run/${runId}`)
    .toSorted((a, b) => a.sequence - b.sequence);
  if (own[0]?.type !== "run.created") {
    return {
      sequence: own[0]?.sequence ?? null,
      reason: `the first event of ${runId}, run.created, is missing`,
    };
  }
  const at = own.findIndex(({ version }, i) => version !== i + 1);
  if (at < 0) return null;
  return {
    sequence: own[at]!.sequence,
    reason: `it is the run's event ${own[at]!.version}, but the event ${at + 1} is missing`,
  };
}

/** Compares what a file says with what its entries describe, field by field. */
export function compareFields(
  name: string,
  claimed: Readonly<Record<string, unknown>>,
  derived: Readonly<Record<string, unknown>>,
): ProofCheck {
  const plain = (value: unknown) => value === undefined ? undefined : JSON.parse(JSON.stringify(value));
  const fields = [...new Set([...Object.keys(claimed), ...Object.keys(derived)])];
  const wrong = fields.filter((field) => !isDeepStrictEqual(plain(claimed[field]), plain(derived[field])));
  return wrong.length === 0
    ? { name, ok: true, detail: `It matches the entries.` }
    : { name, ok: false, detail: `It differs from the entries in: ${wrong.join(", ")}.` };
}

/** Compares the artifacts in a file with those in its entries. */
export function compareArtifacts(
  claimed: readonly NamedArtifact[],
  derived: readonly NamedArtifact[],
): ProofCheck {
  const byPath = (artifacts: readonly NamedArtifact[]) =>
    Object.fromEntries(artifacts.map(({ id, path, sha256, size }) => [path, { id, sha256, size }]));
  const { ok, detail } = compareFields("artifacts", byPath(claimed), byPath(derived));
  if (claimed.length === derived.length && ok) {
    return {
      name: "artifacts",
      ok,
      detail: `${claimed.length} artifacts have the hashes in the entries.`,
    };
  }
  return { name: "artifacts", ok: false, detail: ok ? "An artifact appears twice." : detail };
}
