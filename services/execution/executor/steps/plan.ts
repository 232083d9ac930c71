import type { RunDocument } from "../../../../store/runs/document.ts";
import { runStream } from "../../../../store/runs/stream.ts";
import { taskSessionStream } from "../../../../store/task_sessions/stream.ts";
import type { SessionProfile } from "../../../../store/task_sessions/document.ts";
import { statedFor } from "../../../control/autonomy/defaults/mod.ts";
import { record } from "../../../ground/kernel/context.ts";
import type { PlannedTask, Worker } from "../../../workforce/workers/worker.ts";
import { sessionProfile } from "../../../workforce/profiles/session_profile.ts";
import type { RouteDecision } from "../../../workforce/routing/mod.ts";
import { namedDirectory } from "../../../machine/repositories/mod.ts";
import { recordArtifact } from "../../../control/runs/artifacts.ts";
import { requestOf } from "../../../control/runs/read_model.ts";
import { gitText } from "../../../machine/repositories/git/git.ts";
import { outsideOf } from "../../tasks/trigger.ts";
import { chooseWorker, describe, modeOf } from "../../tasks/choose_worker.ts";
import { waitForDay, waitForKey, waitOfProvider } from "../../tasks/waits.ts";
import { findNamedProfile } from "../../nodes/node_profile.ts";
import { planWorkflow } from "../../nodes/plan.ts";
import { StepFailed } from "../../commands/interrupts.ts";
import { planReporter, showWords } from "../../tasks/reporter.ts";
import type { RunPort, WorkspacePort } from "../../commands/ports.ts";
import { counted } from "../../../ground/kernel/words.ts";
import { findProvider, keyFault } from "../../../sessions/models/providers/mod.ts";
import { moveRun } from "../../../control/lifecycle/runs.ts";
import { newSession } from "../../../control/lifecycle/task_sessions.ts";

/** Lets the worker plan the request; the run waits when no worker is available for it, and never guesses. */
export async function plan(step: RunPort & WorkspacePort): Promise<void> {
  const run = step.run();
  if (run.definitionSha256) return await planWorkflow(step, run);
  const request = requestOf(step.ctx, run);
  const profile = statedProfile(step, run);
  const choice = chooseWorker(step.ctx, { ...run, profile }, request);
  if ("missing" in choice) return await waitForProvider(step, run, choice.missing);
  if (choice.route) await recordRoute(step, run, choice.worker, choice.route);
  const result = await choice.worker.plan(request, modeOf(run), {
    runId: run.id,
    outside: await outsideOf(step.ctx, run),
    paths: () => pathsOf(step, run),
    report: planReporter(step),
    stream: showWords(step),
    signal: step.signal,
  });
  if ("tasks" in result) return await recordPlan(step, run, choice.worker, result);
  if ("ok" in result) {
    if (result.reason === "budget_exceeded" && await waitForDay(step, run.round, result.detail)) return;
    if (result.reason === "provider_unavailable" && await waitForKey(step, run.round, result.detail)) return;
    throw new StepFailed(result.reason, result.detail);
  }
  const detail = describe(result.misunderstood, result.help);
  if (!run.worker) return await waitForProvider(step, run, detail);
  throw new StepFailed("unsupported_request", detail);
}

/** Recorded before the first call, whose limits depend on it. A recipe that no policy routed needs no record. */
async function recordRoute(step: RunPort, run: RunDocument, worker: Worker, route: RouteDecision) {
  const choices = [route.selected!, ...route.alternatives];
  const at = choices.findIndex(({ provider, model }) =>
    provider === worker.provider && model === worker.model
  );
  const selected = choices[at];
  if (!selected || (worker.provider === "builtin" && route.matchingPolicyId === null)) return;
  const alternatives = choices.slice(at + 1).map(({ provider, model }) => ({ provider, model }));
  const { matchingPolicyId, limits } = route;
  const rationale = route.rationale[0] ?? "";
  const data = { selected, alternatives, matchingPolicyId, limits, rationale };
  await step.advance(run.round, () => {
    record(step.ctx, runStream, run.id, [{ type: "model.routed", data }], step.context());
  });
}

/** Returns the paths of all files at the run's base commit, relative to the run's directory. */
async function pathsOf(step: WorkspacePort, run: RunDocument): Promise<string[]> {
  const { gitDir } = await step.control();
  const listed = await gitText(["ls-tree", "-r", "-z", "--name-only", run.base!.commit], { gitDir });
  const below = run.base!.prefix ? `${run.base!.prefix}/` : "";
  return listed.split("\0").filter((path) => path !== "" && path.startsWith(below))
    .map((path) => path.slice(below.length));
}

/** The profile that the nearest admitted `.agent-harness.json` names for the run's directory. A missing one ends the run. */
function statedProfile({ ctx }: RunPort, { base }: RunDocument): SessionProfile | undefined {
  const stated = base && statedFor(ctx, namedDirectory(base)).find(({ profile }) => profile !== undefined);
  const name = stated?.profile;
  if (name === undefined) return undefined;
  const found = findNamedProfile(ctx, name);
  if (found) return sessionProfile(ctx, found);
  throw new StepFailed(
    "invalid_input",
    `There is no active profile "${name}", which .agent-harness.json names.`,
  );
}

async function recordPlan(
  step: RunPort,
  run: RunDocument,
  worker: Worker,
  { tasks, note }: { tasks: readonly PlannedTask[]; note?: string },
) {
  const { ctx } = step;
  const text = `${
    JSON.stringify({ provider: worker.provider, model: worker.model, tasks, note }, null, 2)
  }\n`;
  const content = await ctx.artifacts.write(ctx.redactor.facts(text));
  await step.advance(run.round, () => {
    const { provider, model } = worker;
    const role = "worker";
    const profile = statedProfile(step, run) ??
      sessionProfile(ctx, { role, workflowTemplateId: run.workflowTemplateId });
    const named = tasks.map((task) => ({ taskId: task.id, taskSessionId: ctx.newId("task") }));
    recordArtifact(ctx, step.context(), content, {
      path: "plan.json",
      purpose: "plan",
      previewType: "json",
      label: "Plan",
      summary: `${counted(tasks.length, "task")} by ${provider}/${model}`,
      mediaType: "application/json",
    });
    tasks.forEach((task, i) => {
      const { taskId, taskSessionId } = named[i]!;
      const { title, instructions, dependsOn, commands } = task;
      const data = { taskId, title, role, provider, model, instructions, dependsOn, commands, profile };
      record(
        ctx,
        taskSessionStream,
        taskSessionId,
        [newSession(data)],
        step.context(taskSessionId),
      );
    });
    const data = { provider, model, planSha256: content.sha256, tasks: named, ...(note && { note }) };
    record(ctx, runStream, run.id, [{ type: "run.planned", data }], step.context());
  });
}

/** Whether the run names a provider that only lacks a working key. */
function needsKey({ ctx }: RunPort, { worker }: RunDocument): boolean {
  const provider = worker && findProvider(ctx, worker.provider);
  return provider ? keyFault(ctx, provider) !== null : false;
}

async function waitForProvider(step: RunPort, run: RunDocument, detail: string): Promise<void> {
  const now = step.ctx.now();
  await step.advance(run.round, () => {
    const kind = needsKey(step, run) ? "auth" : "dependency";
    const waitingFor = waitOfProvider(kind, run.worker?.provider ?? "provider", { now, detail });
    moveRun(step.ctx, run.id, "wait", { waitingFor });
  });
}
