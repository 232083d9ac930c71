import { z } from "zod";
import type { RunDocument } from "../../../store/runs/document.ts";
import { timeSchema } from "../../ground/kernel/schemas.ts";
import type { ArchiveRules } from "../backups/archive/mod.ts";

/** The names in a capsule. What is not one of these, such as evidence, is numbered and named by the manifest. */
export const CAPSULE_FILES = {
  objects: "objects",
  log: "log.json",
  manifest: "capsule.json",
  signature: "signature.json",
} as const;

/** The largest file of a capsule besides the objects of the repository. */
export const MAX_FILE_BYTES = 16 * 1024 * 1024;

const MAX_BYTES = 2 * 1024 ** 3;
/** What is no bomb: text compresses to a tenth, and what is small may compress better. */
const [MAX_RATIO, SMALL_BYTES] = [100, 512 * 1024 * 1024];

/** What a capsule may hold. */
export const CAPSULE_RULES: ArchiveRules = {
  what: "a capsule",
  names: /^(?:objects|log\.json|capsule\.json|signature\.json|(?:evidence|transcripts)\/\d{1,4})$/,
  files: 2100,
  bytes: (archive) => Math.min(MAX_BYTES, SMALL_BYTES + MAX_RATIO * archive),
};

const hashSchema = z.string().regex(/^[0-9a-f]{64}$/);
const idSchema = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/);
const commitSchema = z.object({ commit: idSchema, tree: idSchema });

/** Why something of a run is not in its capsule. */
export const leftOutSchema = z.object({
  what: z.string(),
  why: z.enum(["secret", "damaged", "too_large"]),
});

/** A file of a capsule. */
export const capsuleFileSchema = z.object({
  path: z.string(),
  name: z.string().describe("what it is; of evidence, its path among the run's artifacts"),
  size: z.number().int().nonnegative(),
  sha256: hashSchema,
  recordedSha256: hashSchema.nullable().describe("the hash that the log names, if it does"),
  secretsRemoved: z.number().int().nonnegative(),
});
export type CapsuleFile = z.output<typeof capsuleFileSchema>;

/** What the log says of a run, as far as a capsule needs it. */
const capsuleRunSchema = z.object({
  status: z.string(),
  request: z.string(),
  base: commitSchema.nullable(),
  result: commitSchema.nullable(),
  verifier: z.string().nullable(),
  setup: z.string().nullable(),
  evaluation: z.object({ outcome: z.string(), exitCode: z.number().int().nullable() }).nullable(),
});
type CapsuleRun = z.output<typeof capsuleRunSchema>;

/** Says what a capsule contains. All of it is signed. */
export const capsuleManifestSchema = z.object({
  format: z.literal("agent-harness/capsule"),
  version: z.literal(1),
  exportedAt: timeSchema,
  serviceVersion: z.string(),
  runId: z.string(),
  run: capsuleRunSchema,
  repository: z.object({
    prefix: z.string(),
    objectFormat: z.enum(["sha1", "sha256"]),
    lineEndings: z.object({
      autocrlf: z.enum(["true", "false", "input"]),
      eol: z.enum(["lf", "crlf", "native"]),
    }),
    objects: z.number().int().nonnegative(),
  }).nullable(),
  withheldEntries: z.array(z.number().int()),
  leftOut: z.array(leftOutSchema),
  files: z.array(capsuleFileSchema),
});
export type CapsuleManifest = z.output<typeof capsuleManifestSchema>;

/** The signature of a manifest, and the key that made it. */
export const capsuleSignatureSchema = z.object({
  publicKey: z.string().max(100),
  signature: z.string().max(200),
});

/** Returns the text that is signed: the manifest, which names the hash of every other file. */
export const signedText = (manifest: string): string => `agent-harness/capsule 1\n${manifest}`;

/** Returns what a run's document says of it. The exporter passes the service's own, a verifier the one that it folded. */
export function capsuleRun(run: RunDocument, request: string): CapsuleRun {
  const { status, base, result, verifier, preparation, evaluation } = run;
  return {
    status,
    request,
    base: base ? { commit: base.commit, tree: base.tree } : null,
    result: result ? { commit: result.commit, tree: result.tree } : null,
    verifier: verifier?.command ?? null,
    setup: preparation?.command ?? null,
    evaluation: evaluation ? { outcome: evaluation.outcome, exitCode: evaluation.exitCode ?? null } : null,
  };
}
