import type { SessionProfile } from "../../../store/task_sessions/document.ts";
import { type TaskSessionDocument, taskSessionStream } from "../../../store/task_sessions/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { dataOf } from "../../../store/stream.ts";

/** What the plan says about one task session. */
type Planned = { instructions: string; commands: string[]; profile?: SessionProfile | undefined };

/** Returns what a task session was asked to do, from the event that planned it. */
export function plannedOf(ctx: Pick<Ctx, "store">, taskSessionId: string): Planned {
  const at = (version: number) =>
    dataOf(
      ctx.store.events.at(`task_session/${taskSessionId}`, version),
      taskSessionStream,
      "task_session.planned",
      "task_session.replanned",
    );
  const { plannedBy } = ctx.store.documents.get(taskSessionStream, taskSessionId) ?? {};
  return { instructions: "", commands: [], ...at(1), ...(plannedBy && at(plannedBy)) };
}

/** Returns the profile of these task sessions, which is that of their plan, and so for what follows them. */
export const profileOf = (
  ctx: Pick<Ctx, "store">,
  [first]: readonly Pick<TaskSessionDocument, "id">[],
): SessionProfile | undefined => first && plannedOf(ctx, first.id).profile;
