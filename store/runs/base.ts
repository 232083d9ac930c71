import { z } from "zod";
import { counted } from "../words.ts";

/** How many submodules of a base are recorded. */
export const MAX_SUBMODULES = 20;

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
  /** Its submodules, which are empty in the worktrees of the run; at most `MAX_SUBMODULES`, absent without any. */
  submodules: z.array(z.string()).optional(),
  /** Whether Git LFS keeps some of its files, of which the worktrees have only the pointers. */
  lfs: z.literal(true).optional(),
});

/** Returns what the worktrees of a run lack although its repository has it; null if nothing. */
export function lackedWords({ submodules = [], lfs }: z.infer<typeof baseSchema>): string | null {
  const lacked = [
    ...(submodules.length > 0 ? [`the content of ${submoduleWords(submodules)}`] : []),
    ...(lfs ? ["the content of files in Git LFS"] : []),
  ];
  return lacked.length === 0 ? null : lacked.join(" and ");
}

function submoduleWords(paths: readonly string[]): string {
  const least = paths.length === MAX_SUBMODULES ? "at least " : "";
  const more = paths.length > 5 ? ", …" : "";
  return `${least}${counted(paths.length, "submodule")} (${paths.slice(0, 5).join(", ")}${more})`;
}
