import { z } from "zod";

/** Where a run works: the repository at a pinned commit. */
export const baseSchema = z.object({
  repositoryId: z.string(),
  /** The top of the working tree that is written to. */
  root: z.string(),
  /** The directory below the root that the run was given; absent if it was given the root. */
  prefix: z.string().optional(),
  kind: z.enum(["git", "directory"]),
  commit: z.string(),
  tree: z.string(),
  ref: z.string().nullable(),
  /** Whether the commit is a snapshot of the directory, which only the private repository has. */
  snapshot: z.boolean().optional(),
});
