import type { RunPort, StepPorts } from "../commands/ports.ts";
import { reasonOf } from "../../control/workflows/graph/mod.ts";
import { askHuman } from "./do_approval.ts";
import { pickByHuman } from "./do_pick.ts";
import { runChild } from "./do_child.ts";
import { doWithoutWorktree, type NodeResult } from "./do_join.ts";
import { readAddress, useMemory } from "./do_read.ts";
import { waitForTime } from "./do_wait.ts";
import { waitForEvent } from "./do_wait_event.ts";
import { doWork } from "./do_work.ts";
import type { LoadedWorkflow } from "./loaded.ts";
import type { NodeWork, WorkOf } from "./plan_node.ts";
import { notificationId } from "../../../store/notifications/state.ts";
import { taskSessionStream } from "../../../store/task_sessions/stream.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { recordOf } from "../../../store/shared/records.ts";
import { record } from "../../ground/kernel/context.ts";
import { requireTaskSession } from "../../sessions/task_sessions/read_model.ts";

/** Executes one node. Resolves when the node has ended or waits. */
export async function doNode(
  step: StepPorts,
  workflow: LoadedWorkflow,
  round: number,
  id: string,
  work: NodeWork,
): Promise<void> {
  if (work.node.kind === "prompt" || work.node.kind === "command") {
    return await doWork(step, workflow, round, id, work);
  }
  await doWithoutWorktree(
    step,
    workflow,
    round,
    id,
    work,
    (signal) => give(step, workflow, round, id, work, signal),
  );
}

async function give(
  step: StepPorts,
  workflow: LoadedWorkflow,
  round: number,
  id: string,
  work: NodeWork,
  signal: AbortSignal,
): Promise<NodeResult> {
  const { node } = work;
  switch (node.kind) {
    case "branch": {
      const { output } = work.content;
      const taken = String(recordOf(output).case);
      const event = { type: "workflow.branch_taken" as const, data: { path: work.path, case: taken } };
      return {
        value: output,
        summary: reasonOf(node, output),
        record: () => record(step.ctx, runStream, step.runId, [event], step.context()),
      };
    }
    case "loop":
    case "fan_out":
      return { value: work.content.output, summary: reasonOf(node, work.content.output) };
    case "race":
      return work.choice
        ? await pickByHuman(step, workflow, round, id, { ...work, node, choice: work.choice })
        : { value: work.content.output, summary: reasonOf(node, work.content.output) };
    case "approval":
      return await askHuman(step, workflow, round, id, { ...work, node });
    case "wait":
      return node.with.event
        ? await waitForEvent(step, round, id, { ...work, node })
        : await waitForTime(step, round, id, work);
    case "notify":
      return await notify(step, round, id, { ...work, node });
    case "http_read":
      return await readAddress(step, id, { ...work, node }, signal);
    case "memory":
      return await useMemory(step, round, id, work);
    case "workflow":
      if (node.included) {
        return { value: work.content.output, summary: reasonOf(node, work.content.output) };
      }
      return await runChild(step, round, id, { ...work, node });
    default:
      throw new TypeError(`"${node.kind}" is done in a worktree`);
  }
}

/** Adds a notification to the inbox, once per attempt however often the service restarts. */
async function notify(
  step: RunPort,
  round: number,
  id: string,
  { node, content }: WorkOf<"notify">,
): Promise<NodeResult> {
  const { ctx } = step;
  const before = requireTaskSession(ctx, id).notifiedAt;
  const sequence = before ?? await step.advance(round, () => {
    const { severity } = node.with;
    const data = { title: String(content.title), content: String(content.content), severity };
    record(ctx, taskSessionStream, id, [{ type: "task_session.notified", data }], step.context(id));
    return requireTaskSession(ctx, id).notifiedAt!;
  });
  return { value: { notificationId: notificationId(sequence) }, summary: "It is in the inbox." };
}
