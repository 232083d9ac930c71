import { plannedOf } from "../../control/runs/planned.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import type { DelegationPlan } from "./detail_schemas.ts";
import { requireRun } from "../../control/runs/read_model.ts";
import { shownSessionsOf } from "../../control/lifecycle/sessions.ts";
import { countBy } from "../../ground/kernel/counts.ts";

/** Returns what the coordinator decided to have done; `pending` with no items before it has planned. */
export function delegationPlan(ctx: Ctx, runId: string): DelegationPlan {
  const run = requireRun(ctx, runId);
  const sessions = shownSessionsOf(ctx, runId);
  const items = sessions.map((session) => {
    const planned = plannedOf(ctx, session.id);
    return {
      id: session.taskId,
      taskSessionId: session.id,
      title: session.title,
      role: session.role,
      instructions: planned.instructions,
      dependsOn: session.dependsOn,
      commands: planned.commands,
      status: session.status,
    };
  });
  const counts = countBy(items, ({ status }) => status);
  return {
    id: `plan_${runId}`,
    runId,
    status: run.tasks ? "planned" : "pending",
    provider: run.plannedBy?.provider ?? null,
    model: run.plannedBy?.model ?? null,
    plannedAt: sessions[0]?.createdAt ?? null,
    note: run.planNote ?? null,
    items,
    counts,
  };
}
