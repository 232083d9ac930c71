import { sha256 } from "../../../store/chain.ts";
import type { Evidence } from "../../../store/approvals/stream.ts";

/**
 * Returns the SHA-256 of the sorted list of what a reviewer is shown: kind, path and hash of each piece (semantics,
 * Approval).
 */
export function evidenceDigest(evidence: readonly Evidence[]): string {
  return sha256(JSON.stringify(evidence.map((item) => [item.kind, item.path, item.sha256]).sort()));
}
