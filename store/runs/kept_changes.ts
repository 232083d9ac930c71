import { z } from "zod";

/** What a person had changed in a task when the run ended: its artifact, and the tree of the worktree. */
export const changesKeptSchema = z.object({
  taskSessionId: z.string(),
  title: z.string(),
  /** Who it was, as they called themselves. */
  by: z.string().optional(),
  path: z.string(),
  tree: z.string(),
});
export type ChangesKept = z.infer<typeof changesKeptSchema>;

/** Returns where the changes are, as a sentence. */
export const describeKept = ({ by, title, path }: ChangesKept): string =>
  `What ${by ?? "a person"} had changed in "${title}" is in the artifact ${path}.`;
