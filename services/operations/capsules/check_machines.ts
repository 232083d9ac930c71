import { type AuditProof, signatureFaults } from "../../execution/run_views/proof/mod.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { counted } from "../../ground/kernel/words.ts";
import type { CapsuleManifest } from "./manifest.ts";
import { fingerprintOf } from "./signer.ts";

/** A worker machine that signed something of a run, and whether the reader trusts its key. */
export type CheckedMachine = { id: string; name: string; fingerprint: string; known: boolean };

/**
 * Checks what worker machines signed, as far as it left with its data, and names them. Throws `InvalidError` for a signature that is
 * not that of the machine's key, or an entry that says something else.
 */
export async function checkMachines(
  entries: AuditProof["entries"],
  { withheldEntries }: CapsuleManifest,
  known: ReadonlySet<string>,
): Promise<{ machines: CheckedMachine[]; detail: string }> {
  const cut = new Set(
    entries.filter(({ sequence }) => withheldEntries.includes(sequence)).map(({ stream }) => stream),
  );
  const whole = entries.filter((each) =>
    each.stream.startsWith("assignment/") ? !cut.has(each.stream) : !withheldEntries.includes(each.sequence)
  );
  const { signed, faults, machines } = await signatureFaults(whole);
  if (faults.length > 0) throw new InvalidError(faults.map(({ detail }) => detail).join("; "));
  const named = machines.map(({ id, name, publicKey }) => {
    const fingerprint = fingerprintOf(publicKey);
    return { id, name, fingerprint, known: known.has(fingerprint) };
  });
  const words = named.map(({ name, fingerprint, known }) =>
    `${name} (${fingerprint}, ${known ? "which you trust" : "unknown here"})`
  );
  const detail = signed === 0
    ? "No worker machine signed anything."
    : `${counted(signed, "report")}, each with the signature of its machine: ${words.join(", ")}.`;
  return { detail, machines: named };
}
