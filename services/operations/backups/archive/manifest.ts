import { z } from "zod";
import { timeSchema } from "../../../ground/kernel/schemas.ts";

/** The name of the manifest in an archive. It is the last file, so an archive that has it was written completely. */
export const MANIFEST_FILE = "manifest.json";

/** The changes of the database since the older backup, in an archive that continues one. */
export const CHANGES_FILE = "harness.db.changes";

const fileSchema = z.object({ path: z.string(), size: z.number().int(), sha256: z.string() });

/** The contents of a backup, and the data to check each part. */
export const archiveManifestSchema = z.object({
  format: z.literal("agent-harness/backup"),
  /** 2 if it continues another backup, and is restored together with it. */
  version: z.literal([1, 2]),
  id: z.string().optional(),
  /** The backup that this one continues, in the same directory. */
  after: z.object({
    id: z.string(),
    file: z.string().regex(/^[^/\\\0]+$/),
    sha256: z.string(),
    detail: z.string(),
  }).optional(),
  /** The database that the changes result in. */
  database: z.object({ size: z.number().int(), sha256: z.string() }).optional(),
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
  /** Artifacts in this archive, or in those that it continues, that the database no longer names: a restore leaves them out. */
  erasedMeanwhile: z.array(z.string()),
});
export type ArchiveManifest = z.output<typeof archiveManifestSchema>;
