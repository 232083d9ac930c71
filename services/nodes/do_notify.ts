import { notificationId } from "../../store/notifications/state.ts";
import { taskSessionStream } from "../../store/task_sessions/stream.ts";
import { record } from "../kernel/context.ts";
import { requireTaskSession } from "../task_sessions/read_model.ts";
import type { RunPort } from "../commands/ports.ts";
import type { Given } from "./do_join.ts";
import type { NodeWork } from "./plan_node.ts";

type Severity = "info" | "warning" | "error" | "critical";

/** Adds a notification to the inbox, once per attempt however often the service restarts. */
export async function notify(
  step: RunPort,
  round: number,
  id: string,
  { content }: NodeWork,
): Promise<Given> {
  const { ctx } = step;
  const before = requireTaskSession(ctx, id).notifiedAt;
  const sequence = before ?? await step.advance(round, () => {
    const { title, content: words, severity } = content as {
      title: string;
      content: string;
      severity: Severity;
    };
    const data = { title: String(title), content: String(words), severity };
    record(ctx, taskSessionStream, id, [{ type: "task_session.notified", data }], step.context(id));
    return requireTaskSession(ctx, id).notifiedAt!;
  });
  return { value: { notificationId: notificationId(sequence) }, summary: "It is in the inbox." };
}
