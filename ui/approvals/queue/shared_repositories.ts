import { bundleOf } from "../../../client/patch.ts";
import { otherSubject } from "../../../client/approval_subject.ts";
import type { QueueItem } from "../model/types.ts";

/** Returns the directories in which several results wait, so that they can conflict: those with the most of them first. */
export function sharedRepositories(items: readonly Pick<QueueItem, "approval" | "run">[]): string[] {
  const paths = items.flatMap(({ approval, run }) =>
    run && bundleOf(approval) && !otherSubject(approval) ? [run.repoPath] : []
  );
  const waiting = (directory: string) =>
    paths.filter((path) => path === directory || path.startsWith(`${directory}/`)).length;
  return [...new Set(paths)].filter((path) => waiting(path) > 1).sort((a, b) => waiting(b) - waiting(a));
}
