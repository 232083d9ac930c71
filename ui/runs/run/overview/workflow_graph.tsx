import { useMemo } from "preact/hooks";
import { Skeleton } from "../../../kit/skeleton.tsx";
import { useQuery, useResource } from "../../../shell/mod.ts";
import { NodeGraph } from "../../../workflows/graph/node_graph.tsx";
import { nodesOf } from "../../../workflows/graph/nodes.ts";
import type { RunWorkspace } from "../../types.ts";
import { PlanGraph } from "./plan_graph.tsx";

/** The nodes of the run's workflow, each with its state so far. */
export function WorkflowGraph({ workspace }: { workspace: RunWorkspace }) {
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
  if (store.problem.value && !workflow) return <PlanGraph workspace={workspace} />;
  if (!workflow) return <Skeleton lines={4} />;
  return (
    <NodeGraph
      nodes={nodes}
      onOpen={({ sessionId }) => change({ tab: "tasks", session: sessionId })}
    />
  );
}
