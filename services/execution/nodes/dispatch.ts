import type { TaskSessionDocument } from "../../../store/task_sessions/stream.ts";
import { record } from "../../ground/kernel/context.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { moveSession } from "../../control/lifecycle/task_sessions.ts";
import { fileSourcesOf, follow, type NextDecisions } from "../../control/workflows/graph/mod.ts";
import { begin, startable, watchMoves } from "../tasks/startable.ts";
import type { RunPort, StepPorts } from "../commands/ports.ts";
import { doTask } from "../tasks/task.ts";
import { requireTaskSession } from "../../sessions/task_sessions/read_model.ts";
import { adopt, type Adoptable, findAdoptable } from "./adopt.ts";
import { doNode } from "./do_node.ts";
import { newestOf } from "./newest.ts";
import { openedBy } from "./opened.ts";
import { endForTime, endWorkflow, rest, workEnds } from "./workflow_end.ts";
import { factsOf, type LoadedWorkflow, loadWorkflow } from "./loaded.ts";
import { triggerOf } from "../tasks/trigger.ts";
import { Outputs } from "./outputs.ts";
import { type NodeWork, planNode } from "./plan_node.ts";
import { recordsOf } from "./records.ts";
import { stopLosers } from "./race.ts";

/**
 * Does the nodes of a workflow as they become ready, in parallel as far as the slots allow, until no more follow. What comes
 * next is computed from the recorded task sessions each time, so a restart continues where the log ends.
 */
export async function dispatchWorkflow(step: StepPorts): Promise<void> {
  const { round } = step.run();
  const workflow = await loadWorkflow(step.ctx, step.run());
  const trigger = await triggerOf(step.ctx, step.run());
  const outputs = new Outputs(step);
  const adoptable = await findAdoptable(step);
  const going = new Map<string, Promise<void>>();
  try {
    for (;;) {
      const ends = workEnds(workflow.definition, step.run(), step.ctx.now().getTime());
      if (ends <= step.ctx.now().getTime()) {
        if (await step.ctx.noticeJump()) continue;
        return await endForTime(step, round, workflow.definition);
      }
      using moves = watchMoves(step);
      const seen = step.ctx.store.events.lastOfRun(step.runId);
      const sessions = step.sessions();
      const records = await recordsOf(step.ctx, workflow, sessions, outputs, (id) => going.has(id));
      const run = step.run();
      const made = new Set(sessions.flatMap(({ node }) => node?.path ?? []));
      const { definition, parse } = workflow;
      const { maxExecutions } = step.ctx;
      const following = follow({
        definition,
        parse,
        facts: factsOf(run, trigger),
        inputsFromOutside: run.inputsFromOutside === true,
        records,
        made,
        maxExecutions,
      });
      const { due, adopted } = await begins(
        step,
        round,
        workflow,
        sessions,
        following,
        going,
        adoptable,
      );
      if (adopted) continue;
      for (const { id, node } of startable(sessions, step.ctx)) {
        if (!node && !going.has(id)) begin(step, going, id, () => doTask(step, round, id));
      }
      const next = nextOf(step, due, sessions);
      const isStopping = sessions.some(({ status }) => status === "stopping");
      if (going.size > 0 || isStopping || due !== null) {
        await moves.next(going.values(), Math.min(next ?? ends, ends));
      } else if (following.state.state === "ended" && reworked(sessions)) {
        return await endWorkflow(step, round, workflow, following, seen);
      } else return await rest(step, round, seen);
    }
  } finally {
    await Promise.allSettled(going.values());
  }
}

/** Plans and starts what is ready. Returns when the next failed node may be retried, and whether anything was reused. */
async function begins(
  step: StepPorts,
  round: number,
  workflow: LoadedWorkflow,
  sessions: readonly TaskSessionDocument[],
  { starts, joins, passed, records }: NextDecisions,
  going: Map<string, Promise<void>>,
  adoptable: Adoptable,
): Promise<{ due: number | null; adopted: boolean }> {
  const byPath = new Map(sessions.flatMap((session) => session.node ? [[session.node.path, session]] : []));
  let due: number | null = null;
  const works = [...starts, ...joins].flatMap((decision): NodeWork[] => {
    const { path, node } = decision;
    const session = byPath.get(path);
    if (session && going.has(session.id)) return [];
    if (decision.do === "start" && decision.delayMilliseconds > 0 && session?.status === "failed") {
      const at = Date.parse(session.finishedAt!) + decision.delayMilliseconds;
      if (at > step.ctx.now().getTime()) {
        due = Math.min(due ?? at, at);
        return [];
      }
    }
    const content = decision.do === "start"
      ? decision.content
      : { output: decision.output, ...decision.choice };
    const tainted = decision.do === "start" ? decision.tainted : [];
    const dependsOn = decision.do === "start"
      ? decision.dependsOn
      : [...new Set([...decision.dependsOn, ...decision.merges])];
    const hasFiles = (other: string) => byPath.get(other)?.status === "completed";
    return [{
      path,
      node,
      content,
      tainted,
      sources: newestOf(sessions, fileSourcesOf(workflow.definition, path, dependsOn, hasFiles)),
      ...(decision.do === "complete" && decision.choice && { choice: decision.choice }),
    }];
  });
  const noted = step.run().passed ?? [];
  const notes = passed.filter(({ path }) => !noted.includes(path));
  if (works.length === 0 && notes.length === 0) return { due, adopted: false };
  const stopped: string[] = [];
  const planned = await step.advance(round, (run) => {
    for (const { path, why, refused } of notes) {
      const event = refused
        ? { type: "workflow.node_refused" as const, data: { path, detail: why } }
        : { type: "workflow.node_skipped" as const, data: { path, why } };
      record(step.ctx, runStream, run.id, [event], step.context());
    }
    const made = new Set(byPath.keys());
    return works.flatMap((work) => {
      const opened = openedBy(workflow, records, work.path, made);
      if (opened.length > 0) record(step.ctx, runStream, run.id, opened, step.context());
      made.add(work.path);
      const id = planNode(step, workflow, sessions, work);
      stopped.push(...stopLosers(step, sessions, work));
      const status = byPath.get(work.path)?.status;
      // A retry of a failed node, or of one that was skipped before.
      if (status === "failed" || status === "completed" || status === "skipped") {
        moveSession(step.ctx, id, "queue", { round: byPath.get(work.path)!.round });
      }
      const isNew = status === undefined;
      return isNew && adopt(step, adoptable, requireTaskSession(step.ctx, id)) ? [] : [{ id, work }];
    });
  });
  await Promise.all(stopped.map((id) => step.halt(id)));
  for (const { id, work } of planned) begin(step, going, id, () => doNode(step, workflow, round, id, work));
  return { due, adopted: planned.length < works.length };
}

/** Returns when something may be done without a human. */
function nextOf(
  step: RunPort,
  due: number | null,
  sessions: readonly TaskSessionDocument[],
): number | null {
  const moments = sessions.flatMap(({ status, waitingFor }) =>
    status === "waiting" && waitingFor?.kind === "time" ? [Date.parse(waitingFor.expiresAt!)] : []
  ).filter((at) => at > step.ctx.now().getTime());
  if (due !== null) moments.push(due);
  return moments.length === 0 ? null : Math.min(...moments);
}

/** Whether the rework that a reviewer asked for is done. */
const reworked = (sessions: readonly TaskSessionDocument[]): boolean =>
  sessions.every(({ node, status }) => node !== undefined || status === "completed");
