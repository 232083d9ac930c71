import { useMemo } from "preact/hooks";
import { counted } from "../../../../client/words.ts";
import { Status } from "../../../kit/badge.tsx";
import { EmptyState } from "../../../kit/empty_state.tsx";
import { Drawing } from "../../../kit/graph/drawing.tsx";
import { Link } from "../../../kit/link.tsx";
import { Skeleton } from "../../../kit/skeleton.tsx";
import { useQuery, useResource } from "../../../shell/mod.ts";
import { NodeGraph } from "../../../workflows/graph/node_graph.tsx";
import { nodesOf } from "../../../workflows/graph/nodes.ts";
import { type RunWorkspace, titleOf } from "../../types.ts";
import { ShownText } from "../../../kit/text/shown_text.tsx";

/** The plan of a run as a graph: its tasks, or the nodes of its workflow. */
export const PlanGraph = ({ workspace }: { workspace: RunWorkspace }) =>
  workspace.run.workflowId ? <WorkflowGraph workspace={workspace} /> : <TaskGraph workspace={workspace} />;

/** The tasks; each links to its session. */
function TaskGraph(
  { workspace: { delegationPlan: plan, taskSessions } }: {
    workspace: Pick<RunWorkspace, "delegationPlan" | "taskSessions">;
  },
) {
  const machines = new Map(taskSessions.map(({ id, machine }) => [id, machine?.name]));
  const titles = new Map(taskSessions.map((session) => [session.id, titleOf(session)]));
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
          <span class="one-line" title={task.title}>
            <ShownText text={titles.get(task.taskSessionId) ?? task.title} />
          </span>
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

/** The nodes of the run's workflow, each with its state so far. */
function WorkflowGraph({ workspace }: { workspace: RunWorkspace }) {
  const { run, taskSessions, passedNodes = [] } = workspace;
  const [, change] = useQuery();
  const id = run.workflowId!;
  const version = run.workflowVersion!;
  const key = `${id} ${version}`;
  const store = useResource(
    ({ call }) => call("GET /saved-workflows/:id", { params: { id }, query: { version } }),
    () => false,
    key,
  );
  const workflow = store.value.value;
  const nodes = useMemo(() => {
    const executions = taskSessions.flatMap(({ id, status, node }) =>
      node ? [{ path: node.path, status, sessionId: id }] : []
    );
    return workflow ? nodesOf(workflow, { executions, passed: passedNodes }) : [];
  }, [workflow, workspace]);
  // If the workflow was deleted, its plan is still known.
  if (store.problem.value && !workflow) return <TaskGraph workspace={workspace} />;
  if (!workflow) return <Skeleton lines={4} />;
  return (
    <NodeGraph
      nodes={nodes}
      onOpen={({ sessionId }) => change({ tab: "tasks", session: sessionId })}
    />
  );
}
