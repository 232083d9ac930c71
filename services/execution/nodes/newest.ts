import type { TaskSessionDocument } from "../../../store/task_sessions/stream.ts";

/** Returns the tasks that no other among them builds on. */
export function newestOf(sessions: readonly TaskSessionDocument[], taskIds: readonly string[]): string[] {
  const byTask = new Map(sessions.map((session) => [session.taskId, session.dependsOn]));
  const below = new Set<string>();
  const visit = (taskId: string): void => {
    for (const before of byTask.get(taskId) ?? []) {
      if (below.has(before)) continue;
      below.add(before);
      visit(before);
    }
  };
  taskIds.forEach(visit);
  return taskIds.filter((taskId) => !below.has(taskId));
}
