import { z } from "zod";
import { timeSchema } from "../kernel/schemas.ts";

/** The name of the manifest in an archive; it is the last file, so that whatever has it was written to its end. */
export const MANIFEST_FILE = "manifest.json";

const fileSchema = z.object({ path: z.string(), size: z.number().int(), sha256: z.string() });

/** What a backup holds, and by what each part of it is checked. */
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
  /** Artifacts that are in the archive and were erased while it was made; a restore leaves them out. */
  erasedMeanwhile: z.array(z.string()),
});
export type ArchiveManifest = z.output<typeof archiveManifestSchema>;
