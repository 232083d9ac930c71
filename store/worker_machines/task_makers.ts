import type { EventStore } from "../event_store.ts";
import { taskSessionStream } from "../task_sessions/stream.ts";
import { assignmentStream } from "./assignment.ts";

/**
 * Returns which worker machines had a part in the task sessions of a run: those that delivered one, and those that left files in
 * one with which a later attempt begins, whatever became of the machine. One that took a task and left nothing had none.
 */
export function taskMakers(
  { documents, events }: Pick<EventStore, "documents" | "events">,
  runId: string,
): { taskSessionId: string; machineId: string }[] {
  return documents.find(assignmentStream, { runId }, { limit: 1000 }).flatMap(
    ({ taskSessionId, machineId, status }) => {
      if (taskSessionId === undefined || machineId === undefined) return [];
      const hasPart = status === "delivered" || leftFiles(events, taskSessionId, machineId);
      return hasPart ? [{ taskSessionId, machineId }] : [];
    },
  );
}

/** Whether files of a task session were captured while a machine did it. */
function leftFiles(events: EventStore["events"], taskSessionId: string, machineId: string): boolean {
  let machine: string | null = null;
  for (const { type, data } of events.ofStream(`task_session/${taskSessionId}`)) {
    if (type === "task_session.started") machine = null;
    if (type === "task_session.placed") machine = taskSessionStream.events[type].parse(data).machineId;
    if (type === "task_session.captured" && machine === machineId) return true;
  }
  return false;
}
