import { taskSessionStream } from "../../../store/task_sessions/stream.ts";
import { record } from "../../ground/kernel/context.ts";
import { APPROVAL_LIFETIME } from "../../ground/policy/approval_lifetime.ts";
import { moveSession } from "../../control/lifecycle/task_sessions.ts";
import { requireTaskSession } from "../../sessions/task_sessions/read_model.ts";
import { millisecondsOf } from "../../control/workflows/language/mod.ts";
import { Halted, StepFailed } from "../commands/interrupts.ts";
import type { RunPort } from "../commands/ports.ts";
import type { NodeResult } from "./do_join.ts";
import type { WorkOf } from "./plan_node.ts";
import { eventAt } from "../tasks/trigger.ts";

/** Waits for an event that is logged after the wait began; the start is recorded, so no restart misses the event. */
export async function waitForEvent(
  step: RunPort,
  round: number,
  id: string,
  { path, node }: WorkOf<"wait">,
): Promise<NodeResult> {
  const { ctx } = step;
  const { startedAt, waitingFor, awaited } = requireTaskSession(ctx, id);
  const { event, timeout = APPROVAL_LIFETIME } = node.with;
  const { type, filter } = event!;
  const since = Date.parse(startedAt!);
  const waitedMs = ctx.now().getTime() - since;
  if (awaited?.fault !== undefined) throw new StepFailed("invalid_input", `"${path}": ${awaited.fault}`);
  if (awaited?.sequence !== undefined) {
    const came = eventAt(ctx, awaited.sequence, `The event that "${path}" waited for was erased.`);
    return { value: { waitedMs, event: came }, summary: `The event ${type} arrived.` };
  }
  const due = waitingFor?.expiresAt ?? new Date(since + millisecondsOf(timeout)!).toISOString();
  if (due <= ctx.now().toISOString()) {
    throw new StepFailed(
      "timeout",
      `"${path}" waited for an event ${type}, but none arrived within ${timeout}.`,
    );
  }
  await step.advance(round, () => {
    if (awaited === undefined) {
      const data = { type, ...(filter !== undefined && { filter }), after: ctx.store.head };
      record(ctx, taskSessionStream, id, [{ type: "task_session.event_awaited", data }], step.context(id));
    }
    const detail = `"${path}" waits for an event ${type}, until ${due} at most.`;
    const wait = { kind: "time" as const, id, since: startedAt!, detail, expiresAt: due };
    const waitingFor = { ...wait, defaultAction: "the node fails" };
    if (!moveSession(ctx, id, "wait", { waitingFor })) throw new Halted();
  });
  return null;
}
