import type { Core } from "../../ground/kernel/context.ts";
import { RUN_ENDS, RUN_WAITS } from "../../../store/shared/run_states.ts";
import { inParts } from "../../ground/kernel/in_parts.ts";
import { part } from "../../ground/kernel/part.ts";
import { MAX_EXECUTIONS } from "../../control/workflows/graph/mod.ts";
import { noteJump } from "../../control/lifecycle/clock_jump.ts";
import { noExecution, type RunExecution } from "../../control/runs/execution.ts";
import { nextBudgetDay, wakeForBudget } from "../tasks/waits.ts";
import { Executor } from "./executor.ts";
import { forgetEnded } from "./forget_ended.ts";
import { expireWaits, nextWaitExpiry, reportStalledRuns } from "./overdue.ts";
import type { Boundary } from "../../ground/kernel/subject.ts";
import type { MonitorLive } from "../../sessions/models/providers/mod.ts";
import type { ExecutorLive } from "../commands/live.ts";
import { NodeEvents, resumeByEvents } from "../nodes/event_watch.ts";
import { nextChildEnd, nextNodeWait, wakeNodes, wakeParents } from "../nodes/wake.ts";
import { workflowNodes } from "../nodes/subject.ts";
import { undoing } from "./undo/subject.ts";
import { WakeWatch } from "./wake_watch.ts";

/** How many nodes of a workflow one run executes at most. */
export const maxExecutions = part({
  name: "maxExecutions",
  open: (_: Core, options: { maxExecutions?: number }) => options.maxExecutions ?? MAX_EXECUTIONS,
});

/** Executes runs, unless the service is configured to have no workers. */
export const execution = part({
  name: "execution",
  open: (service: Core & ExecutorLive, { boundary }: { boundary?: Boundary }): RunExecution =>
    service.config.workers > 0
      ? new Executor(service, boundary)
      : noExecution(service.config.storageDirectory, service.log),
  prepare: async (execution) => {
    if (execution instanceof Executor) await execution.prepare();
  },
  start: async (execution, { sandbox }) => {
    await sandbox.find(); // otherwise routing would skip workers that need a sandbox
    if (execution instanceof Executor) await execution.start();
  },
  stop: async (execution) => {
    if (execution instanceof Executor) await execution.stop();
  },
  due: [
    { kind: "wait_expiry", movedBy: RUN_WAITS, next: nextWaitExpiry, run: expireWaits },
    {
      kind: "workflow_wait",
      movedBy: ["task_session.waiting", ...RUN_WAITS],
      next: nextNodeWait,
      run: wakeNodes,
    },
    {
      kind: "workflow_child",
      movedBy: [...RUN_ENDS, ...RUN_WAITS],
      next: nextChildEnd,
      run: wakeParents,
    },
    { kind: "budget_day", movedBy: RUN_WAITS, next: nextBudgetDay, run: wakeForBudget },
  ],
  jumped: noteJump,
  subjects: [workflowNodes, undoing],
  tidy: async (ctx) => ({
    expiredWaits: (await inParts(ctx, (most) => expireWaits(ctx, most))).done,
    stalledRuns: ctx.write(() => reportStalledRuns(ctx)),
  }),
  clean: async (ctx) => {
    try {
      await forgetEnded(ctx);
      await ctx.execution.prune();
    } catch (cause) {
      ctx.log.error("The files of ended runs could not be removed", cause);
    }
  },
});

/** Resumes runs that wait for a provider. */
export const wakeWatch = part({
  name: "wakeWatch",
  open: (service: Core & ExecutorLive & MonitorLive) => new WakeWatch(service),
  start: (watch) => watch.start(),
  stop: (watch) => watch.stop(),
});

/** Resumes workflow nodes whose event has come. */
export const nodeEvents = part({
  name: "nodeEvents",
  open: (service: Core) => new NodeEvents(service),
  due: [{
    kind: "workflow_event",
    movedBy: "every",
    next: (ctx) => ctx.nodeEvents.nextPage() === null ? null : new Date(0),
    begin: resumeByEvents,
  }],
});
