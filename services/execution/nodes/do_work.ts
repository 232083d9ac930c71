import { runStream } from "../../../store/runs/stream.ts";
import { record } from "../../ground/kernel/context.ts";
import { decideRequest } from "../../ground/policy/decide.ts";
import { isFromAgent } from "../../control/runs/origin.ts";
import { plannedOf } from "../../control/runs/planned.ts";
import { requireTaskSession } from "../../sessions/task_sessions/read_model.ts";
import { type FailureCause, placeAt } from "../../control/workflows/graph/mod.ts";
import type { Worker } from "../../workforce/workers/worker.ts";
import type { TaskAttempt } from "../tasks/attempt.ts";
import type { WorkerSelection } from "../tasks/choose_worker.ts";
import { StepFailed } from "../commands/interrupts.ts";
import type { RunPort, StepPorts } from "../commands/ports.ts";
import { doTask, type NodeTask } from "../tasks/task.ts";
import { holdForCommands, type WantedCommand } from "../questions/ask_for_commands.ts";
import { captureNow } from "../commands/task_commits.ts";
import { commandNodeWorker } from "./do_command.ts";
import { withSchema } from "./do_prompt.ts";
import type { LoadedWorkflow } from "./loaded.ts";
import { keepOutput } from "./outputs.ts";
import type { NodeWork } from "./plan_node.ts";
import { chooseFor } from "./worker_for_node.ts";
import { recordOf } from "../../../store/shared/records.ts";

/** Executes a prompt or a command in a separate worktree, like any task session. */
export async function doWork(
  step: StepPorts,
  workflow: LoadedWorkflow,
  round: number,
  id: string,
  work: NodeWork,
): Promise<void> {
  const { node, tainted } = work;
  const result: { gave: { value: unknown; cause?: FailureCause } | null } = { gave: null };
  const give = (value: unknown) => result.gave = { value };
  const keep = async () => {
    const session = requireTaskSession(step.ctx, id);
    // It was through, and has its output, when a person stepped in.
    if (result.gave === null && session.output) return { record: () => {} };
    const isTainted = workflow.tainted(work.path) || tainted.length > 0;
    return await keepOutput(step, session, result.gave!.value, isTainted);
  };
  const doing: NodeTask = {
    choose: (instructions) =>
      choose(step, work, instructions, give, () => result.gave = { value: null, cause: "schema" }),
    before: (task) => admitNode(task, work),
    keep: async () => ({ ...await keep(), keepsFiles: !(node.kind === "prompt" && node.with.readOnly) }),
    keepFailed: async () => {
      const { gave: given } = result;
      if (given?.cause) return { record: () => {}, cause: given.cause };
      if (given === null || node.kind !== "command") return { record: () => {} };
      return {
        ...await keep(),
        cause: recordOf(given.value).exitCode === 0 ? "other" : "exit",
      };
    },
  };
  await doTask(step, round, id, doing);

  function choose(
    step: StepPorts,
    { node, content }: NodeWork,
    instructions: string,
    give: (value: unknown) => void,
    schemaFails: () => void,
  ): WorkerSelection {
    if (node.kind === "command") return { worker: commandNodeWorker(node, content, give), route: null };
    if (node.kind !== "prompt") throw new TypeError(`"${node.kind}" needs no worker`);
    const { definition, contender } = placeAt(workflow.definition, work.path)!;
    const worker = node.with.worker ?? contender ?? step.run().worker ?? definition.defaults.worker;
    const choice = chooseFor(step, step.run(), worker, instructions, plannedOf(step.ctx, id).profile);
    return "missing" in choice
      ? choice
      : { ...choice, worker: withSchema(choice.worker, node, give, schemaFails) };
  }
}

/** Decides whether a node may proceed: blocked classes are refused, and an agent's commands have to be admitted. */
async function admitNode(task: TaskAttempt, { node, content, tainted }: NodeWork): Promise<"waits" | null> {
  const { step, id, worker } = task;
  const commands = commandsOf(worker, { node, content });
  if (node.kind === "prompt") await refuseBlockedText(step, id, worker, String(content.content));
  const run = step.run();
  if (commands.length === 0 || (!isFromAgent(run, "request") && tainted.length === 0)) return null;
  return await holdForCommands(step, commands, id, await captureNow(task)) ? "waits" : null;
}

/** Returns the commands that a node will run, as far as they are known in advance. */
function commandsOf(worker: Worker, { node, content }: Pick<NodeWork, "node" | "content">): WantedCommand[] {
  if (node.kind === "command") {
    const { cwd } = content;
    return [{ command: node.with.command, ...(typeof cwd === "string" && { directory: cwd }) }];
  }
  const plan = worker.read?.(String(content.content), "sequential");
  if (!plan || !("tasks" in plan)) return [];
  return plan.tasks.flatMap((task) => task.commands).map((command) => ({ command }));
}

async function refuseBlockedText(step: RunPort, id: string, worker: Worker, text: string): Promise<void> {
  const plan = worker.read?.(text, "sequential");
  const understoodAsRecipe = plan !== undefined && "tasks" in plan;
  const { blockedClass, reason } = decideRequest({ request: text, understoodAsRecipe });
  if (!blockedClass) return;
  const data = { blockedClass: blockedClass.id, reason };
  await step.ctx.store.commit(() =>
    record(step.ctx, runStream, step.runId, [{ type: "run.policy_blocked", data }], step.context(id))
  );
  throw new StepFailed("policy_blocked", `${reason} (blocked class: ${blockedClass.id})`);
}
