import { counted } from "../../../../client/words.ts";
import { Status } from "../../../kit/badge.tsx";
import { EmptyState } from "../../../kit/empty_state.tsx";
import { Drawing } from "../../../kit/graph/drawing.tsx";
import { Link } from "../../../kit/link.tsx";
import { type RunWorkspace } from "../../types.ts";

/** The plan of a run as a graph; each task links to its session. */
export function PlanGraph(
  { workspace: { delegationPlan: plan, taskSessions } }: {
    workspace: Pick<RunWorkspace, "delegationPlan" | "taskSessions">;
  },
) {
  const machines = new Map(taskSessions.map(({ id, machine }) => [id, machine?.name]));
  if (plan.items.length === 0) {
    return (
      <EmptyState title="Not planned yet">
        <p>The plan appears here when the request has been split into tasks.</p>
      </EmptyState>
    );
  }
  return (
    <Drawing label="Diagram of the plan" items={plan.items}>
      {(task) => (
        <Link class="graph-item" to={plan.runId} query={`tab=tasks&session=${task.taskSessionId}`}>
          <span class="one-line" title={task.title}>{task.title}</span>
          <span class="row small">
            <Status status={task.status} />
            {machines.get(task.taskSessionId) !== undefined && (
              <span class="hint">on {machines.get(task.taskSessionId)}</span>
            )}
            {task.dependsOn.length > 0 && (
              <span class="hint">after {counted(task.dependsOn.length, "task")}</span>
            )}
          </span>
        </Link>
      )}
    </Drawing>
  );
}
