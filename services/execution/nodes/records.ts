import { approvalStream } from "../../../store/approvals/stream.ts";
import type { TaskSessionDocument } from "../../../store/task_sessions/stream.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { type FailureCause, nodeAt, type NodeRecord, verdictOf } from "../../control/workflows/graph/mod.ts";
import { childHasEnded } from "./do_child.ts";
import type { LoadedWorkflow } from "./loaded.ts";
import { isHolding, type WorkflowNode } from "../../control/workflows/language/mod.ts";
import type { Outputs } from "./outputs.ts";
import { isToBeEntered } from "../tasks/startable.ts";

type Reads = Pick<Core, "store" | "now">;

/**
 * Returns what the task sessions of a run say about its nodes. A session that waits for its turn or was interrupted is left
 * out: its input is computed again from what is before it now.
 */
export async function recordsOf(
  service: Reads,
  { definition }: LoadedWorkflow,
  sessions: readonly TaskSessionDocument[],
  outputs: Outputs,
  isGoing: (taskSessionId: string) => boolean,
): Promise<Map<string, NodeRecord>> {
  const records = new Map<string, NodeRecord>();
  for (const session of sessions) {
    const { node, id } = session;
    if (!node) continue;
    const { path } = node;
    const declared = nodeAt(definition, path)!;
    if (isGoing(id) || rests(session, service)) {
      // The progress of a container follows from the nodes within it.
      if (isAsking(declared, session)) records.set(path, { path, status: "going", joining: true });
      if (isContainer(declared)) continue;
      records.set(path, { path, status: "going" });
    } else if (session.status === "completed") {
      records.set(path, verdictOf(path, declared, await outputs.of(session)));
    } else if (session.status === "failed") {
      records.set(path, {
        path,
        status: "failed",
        output: await outputs.of(session),
        cause: causeOf(session),
        detail: session.statusDetail ?? "It failed.",
        attempts: session.failures ?? session.attempt,
      });
    } else if (session.status === "cancelled") {
      records.set(path, { path, status: "skipped", detail: "It was stopped.", stopped: true });
    }
  }
  return records;
}

/** Whether a race waits for a human who picks. */
const isAsking = (node: WorkflowNode, { status }: TaskSessionDocument): boolean =>
  node.kind === "race" && status === "waiting";

const isContainer = (node: WorkflowNode): boolean =>
  isHolding(node) || (node.kind === "workflow" && node.included !== undefined);

/** Whether a session waits for something that has not come, and no person has asked to step into it. */
function rests(session: TaskSessionDocument, { store, now }: Reads): boolean {
  const { status, waitingFor, card, awaited } = session;
  if (status === "blocked" || status === "stopping") return true;
  if (status !== "waiting" || isToBeEntered(session, { store })) return false;
  if (card === "escalated") return true;
  if (awaited?.sequence !== undefined) return false;
  if (waitingFor?.kind === "time") return waitingFor.expiresAt! > now().toISOString();
  if (waitingFor?.kind === "dependency") return !childHasEnded({ store }, session);
  if (waitingFor?.kind !== "approval") return true;
  return store.documents.get(approvalStream, waitingFor.id)?.status === "pending";
}

function causeOf({ failureCause, statusReason }: TaskSessionDocument): FailureCause {
  if (failureCause) return failureCause;
  if (statusReason === "timeout") return "timeout";
  return statusReason === "provider_unavailable" || statusReason === "process_lost" ? "transient" : "other";
}
