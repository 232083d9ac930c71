import { approvalStream } from "../../../store/approvals/stream.ts";
import { processStream } from "../../../store/processes/stream.ts";
import { taskSessionStream } from "../../../store/task_sessions/stream.ts";
import { record } from "../../ground/kernel/context.ts";
import type { AgentHost, AgentNote, Interruption } from "../../workforce/workers/worker.ts";
import {
  type InteractiveProcess,
  type InteractiveProgram,
  startInteractive,
} from "../../machine/processes/interactive.ts";
import { objectDirectories, worktreeAround } from "../../machine/repositories/mod.ts";
import { requestOf } from "../../control/runs/read_model.ts";
import { agentDirectory } from "../commands/paths.ts";
import { captureNow, restoreNow, type TaskWorktree, withoutUnseen } from "../commands/task_commits.ts";
import { asksEverything } from "../questions/border.ts";
import type { TaskAttempt } from "./attempt.ts";
import { Halted } from "../commands/interrupts.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { homeDirectory } from "../../ground/kernel/environment.ts";
import { homeSeenAt } from "../../machine/processes/sandbox/mod.ts";
import type { AgentNetwork, NetworkDoor } from "../../workforce/workers/agent_host.ts";
import { ruleFor } from "../commands/confine.ts";
import { networkUseOf, openNetwork } from "../commands/network.ts";

/** A task with which a worker program works. */
export type HostedTask = TaskWorktree & Pick<TaskAttempt, "signal" | "refused">;

/** What an external worker program receives for one attempt at a task session. */
export function agentHost(task: HostedTask): AgentHost {
  const { step, id, control, workspace } = task;
  const known = step.ctx.store.documents.get(taskSessionStream, id);
  // Without a captured state the worktree is fresh, and an agent that remembers more would be misled.
  let session = known?.resumeFrom && known.agentSession ? known.agentSession : null;
  let interruption = interruptionOf(task);
  return {
    taskSessionId: id,
    agentDirectory: agentDirectory(step.ctx.config.storageDirectory, id),
    request: requestOf(step.ctx, step.run()),
    readable: [...worktreeAround(control, workspace), ...objectDirectories(control)],
    control,
    workspace,
    asksEverything: () => asksEverything(step),
    capture: () => captureNow(task),
    restore: (tree, paths) => restoreNow(task, tree, paths),
    seen: async () => await withoutUnseen(task, await captureNow(task)),
    session: () => session,
    takeInterruption: () => {
      const taken = interruption;
      interruption = null;
      return taken;
    },
    network: (door) => agentNetwork(task, door),
    start: (program) => start(task, program),
    note: (note) => {
      if (note.kind === "opened") session = note.session;
      // If it is wanted again, the question includes network access.
      if (note.kind === "refused") task.refused.add(note.command);
      recordNote(task, note);
    },
  };
}

/** Returns the question that interrupted the task, once a human has answered it. */
function interruptionOf({ step, id }: HostedTask): Interruption | null {
  const { documents } = step.ctx.store;
  const point = documents.get(taskSessionStream, id)?.resumeFrom;
  if (!point?.approvalId) return null;
  const approval = documents.get(approvalStream, point.approvalId);
  return {
    question: approval?.title ?? "a withdrawn question",
    decision: approval?.decision?.decision ?? null,
  };
}

function recordNote({ step, id, signal }: HostedTask, note: AgentNote): void {
  if (signal.aborted) return;
  record(step.ctx, taskSessionStream, id, [eventOf(note)], step.context(id));
}

function eventOf(note: AgentNote) {
  switch (note.kind) {
    case "opened":
      return { type: "task_session.agent_opened" as const, data: note.session };
    case "plan":
      return { type: "task_session.plan_updated" as const, data: { entries: note.entries } };
    case "usage": {
      const { kind: _, ...data } = note;
      return { type: "task_session.usage_reported" as const, data };
    }
    case "unasked": {
      const { title, command } = note;
      const data = { kind: "command" as const, title, command, because: "unasked" as const };
      return { type: "task_session.action_admitted" as const, data };
    }
    case "refused": {
      const data = { title: note.command.slice(0, 4000), detail: note.detail, by: "sandbox" as const };
      return { type: "task_session.action_refused" as const, data };
    }
    case "incident":
      return {
        type: "task_session.incident_recorded" as const,
        data: { kind: note.incident, detail: note.detail },
      };
  }
}

/** The group is recorded before the program starts, and again when none of its processes is left. */
async function start(task: HostedTask, program: InteractiveProgram): Promise<InteractiveProcess> {
  const { step, id, signal, programs } = task;
  const { ctx } = step;
  const processId = ctx.newId("process");
  const context = step.context(id);
  signal.throwIfAborted();
  const process = await startInteractive(program, async (group) => {
    if (signal.aborted) throw new Halted();
    programs.add(group.group);
    const data = { ...group, purpose: program.purpose };
    await ctx.store.commit(() =>
      record(ctx, processStream, processId, [{ type: "process.started", data }], context)
    );
    await step.boundary(`process:${program.purpose}:started`);
  });
  return {
    ...process,
    end: async (grace) => {
      await process.end(grace);
      programs.delete(process.group);
      const { code, signal } = await process.status;
      const outcome = signal ? `was ended by ${signal}` : `exit code ${code}`;
      await ctx.store.commit(() => {
        if (!ctx.store.documents.has(processStream, processId)) return;
        record(ctx, processStream, processId, [{ type: "process.ended", data: { outcome } }], context);
      });
    },
  };
}

/**
 * Opens network access for an agent's sandbox. It leads nowhere while the door is shut; its use is recorded once it is closed.
 */
async function agentNetwork(
  { step, id, control, workspace }: HostedTask,
  door: NetworkDoor,
): Promise<AgentNetwork> {
  await using undo = new AsyncDisposableStack();
  const rule = await ruleFor(step, control.repository.root, "agent");
  const way = await openNetwork(step, workspace, rule, homeSeenAt(homeDirectory()), undo, door);
  const all = undo.move();
  return {
    listeners: way.listeners,
    readable: [way.directory, ...way.readable],
    environment: way.environment,
    cut: way.cut,
    [Symbol.asyncDispose]: async () => {
      await all.disposeAsync();
      const used = networkUseOf({ sandbox: true, networkUse: way.use }, step.ctx.redactor);
      if (used === null) return;
      const data = { purpose: "agent", ...used };
      await step.ctx.store.commit(() =>
        record(step.ctx, runStream, step.runId, [{ type: "run.network_used", data }], step.context(id))
      );
    },
  };
}
