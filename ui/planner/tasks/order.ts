import type { Task } from "../types.ts";

/** A task in the list, with how deep it lies below others. */
export type Line = { task: Task; depth: number };

/** Tasks in their order, each with its subtasks below it. One whose parent is not among them is at the top level. */
export function linesOf(tasks: readonly Task[]): Line[] {
  const known = new Set(tasks.map(({ id }) => id));
  const childrenOf = Map.groupBy(
    tasks,
    ({ parentId }) => parentId !== null && known.has(parentId) ? parentId : "",
  );
  const seen = new Set<string>();
  const below = (parent: string, depth: number): Line[] =>
    (childrenOf.get(parent) ?? []).flatMap((task) => {
      if (seen.has(task.id)) return [];
      seen.add(task.id);
      return [{ task, depth }, ...below(task.id, depth + 1)];
    });
  const lines = below("", 0);
  // Tasks that are below each other in a circle, which no list begins with.
  return [...lines, ...tasks.filter(({ id }) => !seen.has(id)).map((task) => ({ task, depth: 0 }))];
}

/** The task before or after one among those of the same parent; null at the end. */
export function neighbourOf(lines: readonly Line[], id: string, direction: 1 | -1): Task | null {
  const at = lines.findIndex(({ task }) => task.id === id);
  const line = lines[at];
  if (!line) return null;
  for (let i = at + direction; i >= 0 && i < lines.length; i += direction) {
    if (lines[i]!.depth < line.depth) return null;
    if (lines[i]!.depth === line.depth) return lines[i]!.task;
  }
  return null;
}
