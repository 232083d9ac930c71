import { approvalStream } from "../../store/approvals/stream.ts";
import type { TaskSessionDocument } from "../../store/task_sessions/stream.ts";
import type { Core } from "../kernel/context.ts";

/** States from which a session can be started; `running` remains after a crash or a halt. */
const STARTABLE = ["planned", "queued", "running"];

/** Returns the sessions that wait for no one and whose dependencies are complete, in plan order. */
export function startable(
  sessions: readonly TaskSessionDocument[],
  service: Pick<Core, "store">,
): TaskSessionDocument[] {
  const done = new Set(sessions.filter(({ status }) => status === "completed").map(({ taskId }) => taskId));
  return sessions.filter((session) =>
    (STARTABLE.includes(session.status) || isAnswered(session, service) || isToBeEntered(session)) &&
    session.dependsOn.every((id) => done.has(id))
  );
}

/** Whether a person wants to step into a session that waits. */
const isToBeEntered = ({ status, enterRequested }: TaskSessionDocument): boolean =>
  status === "waiting" && enterRequested !== undefined;

/** Whether the question that interrupted a session has been answered or withdrawn. */
function isAnswered({ status, waitingFor }: TaskSessionDocument, service: Pick<Core, "store">): boolean {
  if (status !== "waiting" || waitingFor?.kind !== "approval") return false;
  return service.store.documents.get(approvalStream, waitingFor.id)?.status !== "pending";
}
