import { z } from "zod";

/** Where a run works: the repository as it was pinned. */
export const baseSchema = z.object({
  repositoryId: z.string(),
  /** The top of the working tree that is written. */
  root: z.string(),
  /** The directory below the root that the run was given; absent where it was given the root. */
  prefix: z.string().optional(),
  kind: z.enum(["git", "directory"]),
  commit: z.string(),
  tree: z.string(),
  ref: z.string().nullable(),
  /** Whether the commit is one of what the directory held, which no repository but the private one has. */
  snapshot: z.boolean().optional(),
});
