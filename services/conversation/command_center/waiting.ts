import type { Ctx } from "../../ground/kernel/context.ts";
import { workOf } from "../../operations/notifications/open.ts";
import type { Blocks } from "./schemas.ts";
import { counted } from "../../ground/kernel/words.ts";

/** Returns how long something has waited, in whole seconds. */
export const waitingSeconds = (ctx: Ctx, since: string): number =>
  Math.max(0, Math.round((ctx.now().getTime() - Date.parse(since)) / 1000));

/** Returns what cannot continue while a run waits; nothing for what belongs to no run. */
export function blocksOf(ctx: Ctx, runId: string | null): Blocks {
  const work = runId === null ? null : workOf(ctx, runId);
  if (!work) return { runs: 0, taskSessions: 0, detail: "No run is waiting for it." };
  const { label, openTaskSessions } = work;
  const tasks = openTaskSessions > 0 ? ` and ${counted(openTaskSessions, "task")} in it` : "";
  return { runs: 1, taskSessions: openTaskSessions, detail: `The run "${label}"${tasks}.` };
}
