import type { RunDocument } from "../../../../store/runs/document.ts";
import { runStream } from "../../../../store/runs/stream.ts";
import type { SessionProfile } from "../../../../store/task_sessions/document.ts";
import { requestOf } from "../../../control/runs/read_model.ts";
import { record } from "../../../ground/kernel/context.ts";
import { gitText } from "../../../machine/repositories/git/git.ts";
import type { RouteDecision } from "../../../workforce/routing/mod.ts";
import type { PlannedTask, Worker } from "../../../workforce/workers/worker.ts";
import type { RunFailure } from "../../commands/interrupts.ts";
import type { RunPort, WorkspacePort } from "../../commands/ports.ts";
import { chooseWorker, describe, modeOf } from "../../tasks/choose_worker.ts";
import { planReporter, showWords } from "../../tasks/reporter.ts";
import { outsideOf } from "../../tasks/trigger.ts";

/** The tasks that a worker made of a request. */
export type Plan = { worker: Worker; tasks: readonly PlannedTask[]; note?: string | undefined };

/** Why there is no plan. `missing` if a run that does not name its worker can wait for another one. */
type NoPlan = RunFailure & { missing: boolean };

/** Has the run's worker plan its request. */
export async function askForPlan(
  step: RunPort & WorkspacePort,
  profile: SessionProfile | undefined,
): Promise<Plan | NoPlan> {
  const run = step.run();
  const request = requestOf(step.ctx, run);
  const choice = chooseWorker(step.ctx, { ...run, profile }, request);
  if ("missing" in choice) return { reason: "provider_unavailable", detail: choice.missing, missing: true };
  if (choice.route) await recordRoute(step, run, choice.worker, choice.route);
  const result = await choice.worker.plan(request, modeOf(run), {
    runId: run.id,
    outside: await outsideOf(step.ctx, run),
    paths: () => pathsOf(step, run),
    report: planReporter(step),
    stream: showWords(step),
    signal: step.signal,
  });
  if ("tasks" in result) return { worker: choice.worker, ...result };
  if ("ok" in result) return { reason: result.reason, detail: result.detail, missing: false };
  const detail = describe(result.misunderstood, result.help);
  return { reason: "unsupported_request", detail, missing: !run.worker };
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
