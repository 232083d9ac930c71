import type { ServiceClient } from "../service/connection.ts";
import { followStream } from "../service/stream.ts";
import { EXIT, ExitError } from "../exit_codes.ts";
import { recordOf } from "../../store/shared/records.ts";

/** The body of the request to enter a task. */
type EnterRequest = { taskId?: string; by?: string };

type Entered = Awaited<ReturnType<typeof ask>>;

const ask = ({ call }: ServiceClient, id: string, body: EnterRequest) =>
  call("POST /runs/:id/enter", { params: { id }, body });

/** Steps into a run and waits until its worker has stopped; `onWait` receives a message if that takes a moment. */
export async function untilEntered(
  connection: ServiceClient,
  id: string,
  request: EnterRequest,
  signal: AbortSignal,
  onWait: (detail: string) => void,
): Promise<Entered> {
  const { audit: { headSequence } } = await connection.call("GET /control-plane/status");
  let task = await ask(connection, id, request);
  if (task.state === "entered") return task;
  onWait(task.detail);
  const { runId } = task;
  for await (const frame of followStream(connection, `/events?cursor=${headSequence}`, { signal })) {
    const { runid, tasksessionid, type } = recordOf(JSON.parse(frame.data));
    if (
      runid !== runId ||
      !/^task_session\.(?:entered|failed|cancelled)$|^run\.(?:failed|cancelled)$/.test(String(type))
    ) continue;
    if (type === "task_session.failed" && tasksessionid === task.id) await requireOpen(connection, task.id);
    task = await ask(connection, runId, { taskId: task.taskId });
    if (task.state === "entered") return task;
  }
  throw new ExitError(EXIT.failed, "Stopped waiting. Step in again to see whether the worker has stopped.");
}

/** Throws `ExitError` where a task has failed before anybody was in it: to step in again would repeat it. */
async function requireOpen({ call }: ServiceClient, id: string): Promise<void> {
  const { status, statusDetail } = await call("GET /task-sessions/:id", { params: { id } });
  if (status !== "failed") return;
  throw new ExitError(EXIT.failed, `The task failed before you were in it: ${statusDetail ?? ""}`);
}
