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
type ChangesKept = z.infer<typeof changesKeptSchema>;

/** Returns where the changes are, as a sentence. */
export const describeKept = ({ by, title, path }: ChangesKept): string =>
  `What ${by ?? "a person"} had changed in "${title}" is in the artifact ${path}.`;

/** Returns a run that has ended, with where a person's changes are. */
export function withChanges<
  Run extends { statusDetail?: string | undefined; keptChanges?: ChangesKept[] | undefined },
>(
  run: Run,
  kept: ChangesKept,
): Run {
  const why = run.statusDetail?.replace(/[.\s]*$/, ". ") ?? "";
  const statusDetail = why + describeKept(kept);
  return { ...run, statusDetail, keptChanges: [...run.keptChanges ?? [], kept] };
}
