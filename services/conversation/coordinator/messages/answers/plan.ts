import type { Focus } from "../../focus.ts";
import { answer, askBack, type MessageResult, type ReplyContext } from "../../situation.ts";
import { shownSessionsOf } from "../../../../control/lifecycle/sessions.ts";

/** Lists the tasks of the run with their status. */
export function showPlan({ ctx }: ReplyContext, { run }: Focus): MessageResult {
  if (!run) {
    return askBack("This conversation has no run yet, so there is no plan. What should be done?");
  }
  const sessions = shownSessionsOf(ctx, run.id);
  if (sessions.length === 0) {
    return answer(`The run ${run.id} is ${run.status} and has not been planned yet.`, [run.id], run.id);
  }
  const lines = sessions.map(({ taskId, title, status, dependsOn }) =>
    `- ${taskId}: ${title} (${status}${dependsOn.length > 0 ? `, after ${dependsOn.join(", ")}` : ""})`
  );
  const by = run.plannedBy ? ` by ${run.plannedBy.provider}/${run.plannedBy.model}` : "";
  return answer(
    [`The plan of ${run.id}${by}, round ${run.round}:`, ...lines].join("\n"),
    [run.id, ...sessions.map(({ id }) => id)],
    run.id,
  );
}
