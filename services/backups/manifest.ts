import { z } from "zod";
import { timeSchema } from "../kernel/schemas.ts";

/** The name of the manifest in an archive. It is the last file, so an archive that has it was written completely. */
export const MANIFEST_FILE = "manifest.json";

const fileSchema = z.object({ path: z.string(), size: z.number().int(), sha256: z.string() });

/** The contents of a backup, and the data to check each part. */
export const archiveManifestSchema = z.object({
  format: z.literal("agent-harness/backup"),
  version: z.literal(1),
  createdAt: timeSchema,
  serviceVersion: z.string(),
  schemaVersion: z.number().int(),
  installation: z.string(),
  chainHead: z.object({ sequence: z.number().int(), hash: z.string() }),
  artifacts: z.object({ count: z.number().int(), bytes: z.number().int() }),
  secrets: z.object({
    included: z.boolean(),
    files: z.number().int(),
    masterKeyIncluded: z.boolean(),
  }),
  files: z.array(fileSchema),
  /** Artifacts in the archive that were erased while it was made; a restore leaves them out. */
  erasedMeanwhile: z.array(z.string()),
});
export type ArchiveManifest = z.output<typeof archiveManifestSchema>;
