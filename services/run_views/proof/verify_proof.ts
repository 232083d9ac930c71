import { isDeepStrictEqual } from "node:util";
import type { AuditProof } from "../audit_schemas.ts";
import { type NamedArtifact, type Recorded, recordedRun } from "./recorded.ts";
import { type Broken, walkProof } from "./walk.ts";

/** One thing that was checked of an export or a packet. */
export type ProofCheck = { name: string; ok: boolean; detail: string };

/** Whether it holds, what was checked, and the first entry that does not hold. */
export type ProofReport = { ok: boolean; runId: string | null; checks: ProofCheck[]; broken: Broken | null };

/** What a verifier may know besides the file: a hash of the log that it trusts. */
export type Trusted = { head?: string };

/**
 * Verifies the entries of a run: every hash, every link, that they begin with the run's creation and miss none of its
 * events. Gives what they tell, or null when they do not hold.
 */
export function verifyEntries(
  proof: AuditProof,
  runId: string,
  { head }: Trusted,
): { checks: ProofCheck[]; broken: Broken | null; recorded: Recorded | null } {
  const { broken, linked, reachesHead } = walkProof(proof, runId, head);
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
    : "The trusted hash is one of theirs.";
  return {
    checks: [
      { name: "entries", ok: true, detail: `${entries.length} entries have the hashes that they name.` },
      {
        name: "chain",
        ok: true,
        detail: reachesHead
          ? `${linked} entries follow each other without a gap, up to the head. ${anchor}`
          : `${linked} of ${chain.headSequence} entries are linked here; those between are not in the file, so that what is missing there would not be seen.`,
      },
    ],
    broken: null,
    recorded: recordedRun(entries, runId),
  };
}

/** A run's own stream begins with its creation, and counts its events. */
function missing({ entries }: AuditProof, runId: string): Broken | null {
  const own = entries.filter(({ stream }) => stream === `run/${runId}`)
    .toSorted((a, b) => a.sequence - b.sequence);
  if (own[0]?.type !== "run.created") {
    return {
      sequence: own[0]?.sequence ?? null,
      reason: `the run.created of ${runId}, with which it begins, is missing`,
    };
  }
  const at = own.findIndex(({ version }, i) => version !== i + 1);
  if (at < 0) return null;
  return {
    sequence: own[at]!.sequence,
    reason: `it is the run's event ${own[at]!.version}, and the event ${at + 1} is missing`,
  };
}

/** Holds what a file says against what its entries tell; `fields` are compared one by one. */
export function compareFields(
  name: string,
  said: Readonly<Record<string, unknown>>,
  told: Readonly<Record<string, unknown>>,
): ProofCheck {
  const plain = (value: unknown) => value === undefined ? undefined : JSON.parse(JSON.stringify(value));
  const fields = [...new Set([...Object.keys(said), ...Object.keys(told)])];
  const wrong = fields.filter((field) => !isDeepStrictEqual(plain(said[field]), plain(told[field])));
  return wrong.length === 0
    ? { name, ok: true, detail: `It says what the entries tell.` }
    : { name, ok: false, detail: `The entries tell otherwise: ${wrong.join(", ")}.` };
}

/** Holds the artifacts that a file names against those that its entries tell. */
export function compareArtifacts(said: readonly NamedArtifact[], told: readonly NamedArtifact[]): ProofCheck {
  const byPath = (artifacts: readonly NamedArtifact[]) =>
    Object.fromEntries(artifacts.map(({ id, path, sha256, size }) => [path, { id, sha256, size }]));
  const { ok, detail } = compareFields("artifacts", byPath(said), byPath(told));
  if (said.length === told.length && ok) {
    return {
      name: "artifacts",
      ok,
      detail: `${said.length} artifacts have the hashes that the entries tell.`,
    };
  }
  return { name: "artifacts", ok: false, detail: ok ? "One of them stands there twice." : detail };
}
