/**
 * What proves that the entries of a run were recorded as they are.
 *
 * @module
 */
export { type AuditProof, auditProofSchema } from "./audit_schemas.ts";
export { proveRun } from "./prove.ts";
export type { RecordedRun } from "./recorded.ts";
export { signatureFaults } from "./verify_signatures.ts";
export { compareFields, type ProofCheck, verifyEntries } from "./verify_proof.ts";
