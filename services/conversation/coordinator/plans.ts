import type { StoredEvent } from "../../../store/event.ts";
import { runStream } from "../../../store/runs/stream.ts";
import type { TaskSessionDocument } from "../../../store/task_sessions/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { requireConversation } from "./read_model.ts";
import type { CoordinatorPlanRecord } from "./record_schemas.ts";
import { idOf, recordsOf } from "./records.ts";
import type { PageQuery } from "./schemas.ts";
import { shownSessionsOf } from "../../control/lifecycle/sessions.ts";
import { dataOf } from "../../../store/stream.ts";

/** Returns every version of the plans of a conversation's runs, newest first. */
export function conversationPlans(ctx: Ctx, id: string, page: PageQuery): CoordinatorPlanRecord[] {
  requireConversation(ctx, id);
  return recordsOf(ctx, id, "plan", page).map((event) => planOf(ctx, id, event));
}

function planOf(ctx: Ctx, conversationId: string, event: StoredEvent): CoordinatorPlanRecord {
  const runId = idOf(event);
  const sessions = shownSessionsOf(ctx, runId);
  const plannedBy = ctx.store.documents.get(runStream, runId)?.plannedBy;
  const reworked = dataOf(event, runStream, "run.rework_requested");
  const { note = null } = reworked ?? dataOf(event, runStream, "run.planned") ?? {};
  const round = reworked?.round ?? 1;
  const tasks = sessions.filter((session) => roundOf(session) <= round);
  const added = tasks.filter((session) => roundOf(session) === round).map((session) => session.taskId);
  return {
    id: `plan_${event.seq}`,
    conversationId,
    runId,
    sequence: event.seq,
    kind: event.type === "run.planned" ? "planned" : "reworked",
    round,
    provider: plannedBy?.provider ?? null,
    model: plannedBy?.model ?? null,
    note,
    tasks: tasks.map(taskOf),
    changes: { added, removed: [], changed: [] },
    createdAt: event.at,
  };
}

/** The round that added a task to the plan: rework adds one task per round. */
function roundOf({ taskId }: Pick<TaskSessionDocument, "taskId">): number {
  return Number(/^rework_(\d+)$/.exec(taskId)?.[1] ?? "1");
}

/** Returns a task as plans show it, with its result. */
export const taskOf = (
  { id, taskId, title, role, dependsOn, status }: TaskSessionDocument,
): CoordinatorPlanRecord["tasks"][number] => ({
  id: taskId,
  taskSessionId: id,
  title,
  role,
  dependsOn,
  status,
});
