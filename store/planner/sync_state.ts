import { z } from "zod";

/** A calendar of a source. */
export const collectionSchema = z.object({
  id: z.string(),
  label: z.string(),
  components: z.array(z.string()),
  readOnly: z.boolean(),
  autoSchedules: z.boolean(),
});

/** Where the next refresh of a source continues. */
export const syncStateSchema = z.object({
  etag: z.string().nullable(),
  lastModified: z.string().nullable(),
  /** A hash of what was last read, for sources without another sign of changes. */
  bodySha256: z.string().nullable(),
  /** By collection. */
  tokens: z.record(z.string(), z.string()),
  /** The start of the range for which occurrences were computed. */
  expandedAt: z.string().nullable(),
});
export type SyncState = z.infer<typeof syncStateSchema>;
