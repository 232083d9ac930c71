import { moveSession } from "../../control/lifecycle/task_sessions.ts";
import { requireTaskSession } from "../../sessions/task_sessions/read_model.ts";
import { isMoment, millisecondsOf } from "../../control/workflows/language/mod.ts";
import { Halted, StepFailed } from "../commands/interrupts.ts";
import type { RunPort } from "../commands/ports.ts";
import type { NodeResult } from "./do_join.ts";
import type { NodeWork } from "./plan_node.ts";

/** Waits until a recorded moment, so a restart waits for the same one. */
export async function waitForTime(
  step: RunPort,
  round: number,
  id: string,
  { path, content }: NodeWork,
): Promise<NodeResult> {
  const { ctx } = step;
  const { startedAt, waitingFor } = requireTaskSession(ctx, id);
  const since = Date.parse(startedAt!);
  const due = waitingFor?.expiresAt ?? momentOf(path, content, since);
  const now = ctx.now();
  if (due <= now.toISOString()) {
    return { value: { waitedMs: now.getTime() - since }, summary: `It waited until ${due}.` };
  }
  await step.advance(round, () => {
    const detail = `"${path}" waits until ${due}.`;
    const wait = { kind: "time" as const, id, since: startedAt!, detail, expiresAt: due };
    const waitingFor = { ...wait, defaultAction: "the workflow continues" };
    if (!moveSession(ctx, id, "wait", { waitingFor })) throw new Halted();
  });
  return null;
}

function momentOf(path: string, content: NodeWork["content"], since: number): string {
  if (typeof content.for === "string") return new Date(since + millisecondsOf(content.for)!).toISOString();
  if (typeof content.until === "string" && isMoment(content.until)) {
    return new Date(Temporal.Instant.from(content.until).epochMilliseconds).toISOString();
  }
  throw new StepFailed(
    "invalid_input",
    `"${path}" waits until ${
      JSON.stringify(content.until)
    }, which is not a time such as 2026-05-01T09:00:00Z.`,
  );
}
