import { sha256 } from "../../../store/chain.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { type TaskSessionDocument, taskSessionStream } from "../../../store/task_sessions/stream.ts";
import { record } from "../../ground/kernel/context.ts";
import { newSession } from "../../control/lifecycle/task_sessions.ts";
import type { WorkflowNode } from "../../control/workflows/language/mod.ts";
import { innermost, nodeAt, placeAt, type RaceChoice } from "../../control/workflows/graph/mod.ts";
import type { RunPort } from "../commands/ports.ts";
import { asVariable } from "./do_command.ts";
import { workerForNode } from "./worker_for_node.ts";
import type { LoadedWorkflow } from "./loaded.ts";
import { nodeProfile } from "./node_profile.ts";
import { recordOf } from "../../../store/shared/records.ts";

/** A node to execute now. */
export type NodeWork = {
  path: string;
  node: WorkflowNode;
  /** The computed `with`; for a branch or a container, its output. */
  content: Readonly<Record<string, unknown>>;
  /** Fields with content from outside. */
  tainted: readonly string[];
  /** The task ids whose results it begins from. */
  sources: readonly string[];
  /** What a human chooses from, where one picks in a race. */
  choice?: RaceChoice;
};

/** A node of one kind that is to be executed. */
export type WorkOf<Kind extends WorkflowNode["kind"]> = NodeWork & {
  node: Extract<WorkflowNode, { kind: Kind }>;
};

/**
 * Creates the task session of a node in the caller's unit, or updates an existing one whose input has changed. Returns its id.
 */
export function planNode(
  step: RunPort,
  workflow: LoadedWorkflow,
  sessions: readonly TaskSessionDocument[],
  work: NodeWork,
): string {
  const { ctx } = step;
  const { path, node, content, sources } = work;
  const existing = sessions.find((session) => session.node?.path === path);
  const inputsSha256 = sha256(JSON.stringify([node, content]));
  const instructions = instructionsOf(work);
  const plan = { instructions, commands: commandsOf(work), dependsOn: [...sources] };
  if (existing) {
    const same = existing.node!.inputsSha256 === inputsSha256 &&
      JSON.stringify(existing.dependsOn) === JSON.stringify(sources);
    if (same) return existing.id;
    const data = { ...plan, inputsSha256 };
    record(
      ctx,
      taskSessionStream,
      existing.id,
      [{ type: "task_session.replanned", data }],
      step.context(existing.id),
    );
    return existing.id;
  }
  const id = ctx.newId("task");
  const place = placeAt(workflow.definition, path)!;
  const held = nodeProfile(ctx, place, step.run().workflowTemplateId);
  const data = {
    taskId: path,
    title: node.title ?? path,
    role: node.kind === "prompt" ? "worker" : "workflow",
    ...workerForNode(step, place, instructions, held.profile),
    ...plan,
    ...held,
    node: { kind: node.kind, path, ...placeOf(workflow, path), inputsSha256 },
  };
  const { enter } = step.run().resume ?? {};
  const entering = enter?.path === path
    ? [{
      type: "task_session.enter_requested" as const,
      data: { ...(enter.by !== undefined && { by: enter.by }) },
    }]
    : [];
  record(ctx, taskSessionStream, id, [newSession(data), ...entering], step.context(id));
  const tasks = [{ taskId: path, taskSessionId: id }];
  record(ctx, runStream, step.runId, [{ type: "run.plan_extended", data: { tasks } }], step.context());
  return id;
}

function instructionsOf({ node, content }: NodeWork): string {
  if (node.kind === "prompt") return String(content.content);
  if (node.kind === "command") return commandText(node.with.command, content);
  return JSON.stringify(content);
}

/** What a transcript begins with: the command as a person reads it, with its directory and its variables. */
function commandText(command: string, { cwd, env }: NodeWork["content"]): string {
  return [
    `Run this command${typeof cwd === "string" ? ` in ${cwd}` : ""}:`,
    command,
    ...Object.entries(recordOf(env)).map(([name, value]) => `with ${name}=${asVariable(value)}`),
  ].join("\n");
}

const commandsOf = ({ node }: NodeWork): string[] => node.kind === "command" ? [node.with.command] : [];

function placeOf({ definition }: LoadedWorkflow, path: string): { iteration?: number; itemIndex?: number } {
  const container = /^(.*)\[\d+\]\.[a-z0-9_]+$/.exec(path)?.[1];
  if (container === undefined) return {};
  const holder = nodeAt(definition, container);
  return holder?.kind === "loop" ? { iteration: innermost(path) } : { itemIndex: innermost(path) };
}
