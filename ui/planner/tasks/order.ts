import type { PlannerTask } from "../common/types.ts";

/** A task in the list, with its level below other tasks. */
export type ListedTask = { task: PlannerTask; depth: number };

/** Returns the tasks in order, each followed by its subtasks. Those whose parent is not in the list are at the top level. */
export function linesOf(tasks: readonly PlannerTask[]): ListedTask[] {
  const known = new Set(tasks.map(({ id }) => id));
  const childrenOf = Map.groupBy(
    tasks,
    ({ parentId }) => parentId !== null && known.has(parentId) ? parentId : "",
  );
  const seen = new Set<string>();
  const below = (parent: string, depth: number): ListedTask[] =>
    (childrenOf.get(parent) ?? []).flatMap((task) => {
      if (seen.has(task.id)) return [];
      seen.add(task.id);
      return [{ task, depth }, ...below(task.id, depth + 1)];
    });
  const lines = below("", 0);
  // Tasks in a cycle have no top-level ancestor.
  return [...lines, ...tasks.filter(({ id }) => !seen.has(id)).map((task) => ({ task, depth: 0 }))];
}

/** Returns the previous or next task with the same parent; null at the end. */
export function neighbourOf(lines: readonly ListedTask[], id: string, direction: 1 | -1): PlannerTask | null {
  const at = lines.findIndex(({ task }) => task.id === id);
  const line = lines[at];
  if (!line) return null;
  for (let i = at + direction; i >= 0 && i < lines.length; i += direction) {
    if (lines[i]!.depth < line.depth) return null;
    if (lines[i]!.depth === line.depth) return lines[i]!.task;
  }
  return null;
}
