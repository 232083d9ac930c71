import { runRow } from "../../../store/notifications/subjects.ts";
import type { Ctx } from "../../context.ts";
import type { Blocks } from "./schemas.ts";

/** How long something has waited, in whole seconds. */
export const waitingSeconds = (ctx: Ctx, since: string): number =>
  Math.max(0, Math.round((ctx.now().getTime() - Date.parse(since)) / 1000));

/** What cannot go on while a run waits. */
export function blocksOf(ctx: Ctx, runId: string): Blocks {
  const run = runId === "" ? undefined : runRow(ctx.store.projector.tables, runId);
  if (!run) return { runs: 0, taskSessions: 0, detail: "No run waits for it." };
  const tasks = run.open_tasks;
  return {
    runs: 1,
    taskSessions: tasks,
    detail: `The run "${run.label}"${tasks > 0 ? ` and ${tasks} task(s) of it` : ""}.`,
  };
}
