import { type TaskSessionDocument, taskSessionStream } from "../../../store/task_sessions/stream.ts";
import { plannedOf } from "../../control/runs/planned.ts";
import type { AgentHost, Worker } from "../../workforce/workers/worker.ts";
import type { TaskAttempt } from "./attempt.ts";
import { type Instructions, perform } from "./perform.ts";
import { agentHost } from "./agent_host.ts";
import { knownFailure, type RunFailure } from "../commands/interrupts.ts";
import { record } from "../../ground/kernel/context.ts";
import { captureTree } from "../../machine/repositories/mod.ts";
import { guidanceOf } from "../../sessions/task_sessions/read_model.ts";
import { holdForCommands } from "../questions/ask_for_commands.ts";
import { describe } from "./choose_worker.ts";
import { moveSession } from "../../control/lifecycle/task_sessions.ts";
import { CHANGED_BY_PERSON } from "./visit.ts";

type Outcome = { ok: true; summary: string } | ({ ok: false } & RunFailure) | "waits";

/** Records how the work ended; `complete` returns false when there is more to do. */
type Ends = {
  complete: (summary: string) => Promise<boolean>;
  fail: (failure: RunFailure) => Promise<void>;
};

/** Lets the worker do the task, follows guidance that has come by each boundary, and records the outcome. */
export async function workOn(task: TaskAttempt, ends: Ends): Promise<void> {
  const host = agentHost(task);
  let outcome: Outcome | "ended" = await asOutcome(() => doPlanned(task, host));
  for (;;) {
    if (outcome === "waits" || outcome === "ended") return;
    if (!outcome.ok) return await ends.fail(outcome);
    const done: Outcome & { ok: true } = outcome;
    outcome = await asOutcome(async (): Promise<Outcome | "ended"> =>
      await ends.complete(done.summary) ? "ended" : await followGuidance(task, host, done)
    );
  }
}

async function asOutcome<T>(work: () => Promise<T>): Promise<T | ({ ok: false } & RunFailure)> {
  try {
    return await work();
  } catch (cause) {
    const failure = knownFailure(cause);
    if (!failure) throw cause;
    return { ok: false, ...failure };
  }
}

const NOTHING = "There was nothing to do.";

/** Carries out the task's own instructions, then all guidance that has come. */
async function doPlanned(task: TaskAttempt, host: AgentHost): Promise<Outcome> {
  const { instructions } = plannedOf(task.step.ctx, task.id);
  const session = task.step.ctx.store.documents.get(taskSessionStream, task.id);
  const { resumeFrom: interrupted, finished } = session ?? {};
  const earlier = finished === undefined ? earlierGuidance(task) : null;
  let outcome: Outcome = { ok: true, summary: finished ?? byPerson(session) ?? NOTHING };
  // A recipe without instructions has nothing to continue with.
  if (finished === undefined && (instructions !== "" || (interrupted && !task.worker.read))) {
    const text = withVisit(task.worker, session, instructions);
    outcome = await perform(task, host, { text, guidanceIds: [] });
  }
  if (outcome.ok && earlier) outcome = await perform(task, host, earlier);
  outcome = await followGuidance(task, host, outcome);
  if (outcome !== "waits" && outcome.ok && instructions === "" && outcome.summary === NOTHING) {
    return await waitForGuidance(
      task,
      "The rework request does not say what to change. Add guidance, or cancel the run.",
    );
  }
  return outcome;
}

/** Returns what to say of a task in which only a person has worked; null if they changed nothing. */
const byPerson = (session: TaskSessionDocument | null): string | null =>
  session?.visits?.some(({ paths }) => paths.length > 0) ? CHANGED_BY_PERSON : null;

/** Returns what to tell a worker that resumes after a person was in its worktree; a recipe stays unchanged. */
function withVisit(worker: Worker, session: TaskSessionDocument | null, instructions: string): string {
  const visit = session?.visits?.at(-1);
  if (!visit || worker.read || session?.resumeFrom?.commit !== visit.after.commit) return instructions;
  const files = visit.paths.length === 0
    ? "They did not change any files."
    : `They changed these files: ${visit.paths.slice(0, 50).join(", ")}. Keep what they did.`;
  const told = "You were stopped in the middle of this, and a person looked at the worktree. " +
    `${files} Your earlier work is still there. Continue with what is left.`;
  return instructions === "" ? told : `${instructions}\n\n${told}`;
}

async function followGuidance(task: TaskAttempt, host: AgentHost, before: Outcome): Promise<Outcome> {
  let outcome = before;
  while (outcome !== "waits" && outcome.ok) {
    const guidance = await consumeGuidance(task);
    if (guidance === null) break;
    outcome = guidance === "waits" ? guidance : await perform(task, host, guidance);
  }
  return outcome;
}

/** Returns guidance that an earlier attempt consumed: its work is gone, so the guidance is given again. */
function earlierGuidance({ step, id }: TaskAttempt): Instructions | null {
  const used = guidanceOf(step.ctx, id).filter(({ status }) => status === "consumed");
  return used.length === 0 ? null : instructionsOf(used);
}

const instructionsOf = (guidance: readonly { id: string; content: string }[]): Instructions => ({
  text: guidance.map(({ content }) => content).join("\n"),
  guidanceIds: guidance.map(({ id }) => id),
});

/** Returns the pending guidance as instructions, marked as consumed; null without any. */
async function consumeGuidance(task: TaskAttempt): Promise<Instructions | "waits" | null> {
  const { step, round, id, worker } = task;
  const pending = guidanceOf(step.ctx, id).filter((guidance) => guidance.status === "pending");
  if (pending.length === 0) return null;
  const instructions = instructionsOf(pending);
  const { text, guidanceIds } = instructions;
  const plan = worker.read?.(text, "sequential") ?? { tasks: [] };
  if ("misunderstood" in plan) {
    const detail = describe(plan.misunderstood, plan.help);
    return await waitForGuidance(task, `The guidance was not understood. ${detail}`, () => {
      const data = { guidanceIds, detail };
      const event = { type: "task_session.guidance_not_understood" as const, data };
      record(step.ctx, taskSessionStream, id, [event], step.context(id));
    });
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
  { step, id, control, workspace }: TaskAttempt,
  commands: readonly string[],
): Promise<boolean> {
  const tree = await captureTree(control, workspace, step.signal);
  return await holdForCommands(step, commands.map((command) => ({ command })), id, tree);
}

/** Makes the session wait for more guidance, in the unit in which `note` says why; other tasks of the run continue. */
async function waitForGuidance(
  { step, round, id }: TaskAttempt,
  detail: string,
  note = () => {},
): Promise<"waits"> {
  const { ctx } = step;
  await step.advance(round, () => {
    note();
    const waitingFor = { kind: "input" as const, id, since: ctx.now().toISOString(), detail };
    moveSession(ctx, id, "wait", { waitingFor });
  });
  return "waits";
}
