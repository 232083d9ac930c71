import { taskSessionStream } from "../../store/task_sessions/stream.ts";
import { record } from "../kernel/context.ts";
import { captureTree } from "../repositories/mod.ts";
import { guidanceOf } from "../task_sessions/read_model.ts";
import type { Attempt } from "./attempt.ts";
import { holdForCommands } from "../questions/ask_for_commands.ts";
import { describe } from "./request.ts";
import { moveSession } from "../lifecycle/task_sessions.ts";

/** The instructions of a worker, and the guidance that they come from. */
export type Instructions = { text: string; guidanceIds: string[] };

/** Returns guidance that an earlier attempt consumed: its work is gone, so the guidance is given again. */
export function earlierGuidance({ step, id }: Attempt): Instructions | null {
  const used = guidanceOf(step.ctx, id).filter(({ status }) => status === "consumed");
  return used.length === 0 ? null : instructionsOf(used);
}

const instructionsOf = (guidance: readonly { id: string; content: string }[]): Instructions => ({
  text: guidance.map(({ content }) => content).join("\n"),
  guidanceIds: guidance.map(({ id }) => id),
});

/** Returns the pending guidance as instructions, marked as consumed; null without any. */
export async function consumeGuidance(task: Attempt): Promise<Instructions | "waits" | null> {
  const { step, round, id, worker } = task;
  const pending = guidanceOf(step.ctx, id).filter((guidance) => guidance.status === "pending");
  if (pending.length === 0) return null;
  const instructions = instructionsOf(pending);
  const { text, guidanceIds } = instructions;
  const plan = worker.read?.(text, "sequential") ?? { tasks: [] };
  if ("misunderstood" in plan) {
    const detail = describe(plan.misunderstood, plan.help);
    await step.advance(round, () => {
      const data = { guidanceIds, detail };
      const event = { type: "task_session.guidance_not_understood" as const, data };
      record(step.ctx, taskSessionStream, id, [event], step.context(id));
    });
    return await waitForGuidance(task, `The guidance was not understood. ${detail}`);
  }
  const commands = plan.tasks.flatMap((planned) => planned.commands);
  const fromAgent = pending.some((guidance) => guidance.actor === "agent");
  if (fromAgent && await holdForGuidance(task, commands)) return "waits";
  await step.advance(round, () => {
    const event = { type: "task_session.guidance_consumed" as const, data: { guidanceIds } };
    record(step.ctx, taskSessionStream, id, [event], step.context(id));
  });
  return instructions;
}

async function holdForGuidance(
  { step, id, control, workspace }: Attempt,
  commands: readonly string[],
): Promise<boolean> {
  const tree = await captureTree(control, workspace, step.signal);
  return await holdForCommands(step, commands.map((command) => ({ command })), id, tree);
}

/** Makes the session wait for more guidance; other tasks of the run continue. */
export async function waitForGuidance({ step, round, id }: Attempt, detail: string): Promise<"waits"> {
  const { ctx } = step;
  await step.advance(round, () => {
    const waitingFor = { kind: "input" as const, id, since: ctx.now().toISOString(), detail };
    moveSession(ctx, id, "wait", { waitingFor });
  });
  return "waits";
}
