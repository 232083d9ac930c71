import { Link } from "../../../kit/link.tsx";
import { useMemo } from "preact/hooks";
import { Status } from "../../../kit/badge.tsx";
import { EmptyState } from "../../../kit/empty_state.tsx";
import { counted } from "../../../../client/words.ts";
import { type Workspace } from "../../types.ts";
import { layOut, TASK_HEIGHT, TASK_WIDTH } from "./graph.ts";

/** The plan: each task as a link to what was done for it, right of the tasks that it waits for. */
export function PlanGraph({ plan }: { plan: Workspace["delegationPlan"] }) {
  const graph = useMemo(() => layOut(plan.items), [plan]);
  if (plan.items.length === 0) {
    return (
      <EmptyState title="Not planned yet">
        <p>The plan stands here as soon as the request was taken apart into tasks.</p>
      </EmptyState>
    );
  }
  return (
    <div class="graph-scroller" tabIndex={0} role="region" aria-label="Drawing of the plan">
      <div class="graph" style={{ width: `${graph.width}px`, height: `${graph.height}px` }}>
        <svg class="graph-edges" width={graph.width} height={graph.height} aria-hidden="true">
          {graph.edges.map(({ id, path, done }) => (
            <path key={id} d={path} class={done ? "edge edge-done" : "edge"} />
          ))}
        </svg>
        <ul class="graph-tasks">
          {graph.tasks.map(({ task, x, y }) => (
            <li
              key={task.id}
              style={{ left: `${x}px`, top: `${y}px`, width: `${TASK_WIDTH}px`, height: `${TASK_HEIGHT}px` }}
            >
              <Link class="graph-task" to={plan.runId} query={`tab=tasks&session=${task.taskSessionId}`}>
                <span class="one-line" title={task.title}>{task.title}</span>
                <span class="row small">
                  <Status status={task.status} />
                  {task.dependsOn.length > 0 && (
                    <span class="hint">after {counted(task.dependsOn.length, "task")}</span>
                  )}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
