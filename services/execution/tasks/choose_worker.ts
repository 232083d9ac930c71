import type { RunDocument } from "../../../store/runs/document.ts";
import type { SessionProfile } from "../../../store/task_sessions/document.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { findProvider, howToAdd } from "../../sessions/models/providers/mod.ts";
import { type ModelName, type RouteDecision, routeFor } from "../../workforce/routing/mod.ts";
import { readyWorkers, resolveWorker } from "../../workforce/worker_kinds/resolve.ts";
import type { Misunderstood, PlanResult, Worker } from "../../workforce/workers/worker.ts";
import type { ExecutorLive } from "../commands/live.ts";
import { findTemplate } from "../../control/workflows/templates.ts";
import type { RunPort } from "../commands/ports.ts";

/** The worker for a run and how it was chosen, or why there is none and what to do about it. */
export type WorkerSelection = { worker: Worker; route: RouteDecision | null } | { missing: string };

type Chooser = Pick<RunDocument, "worker" | "plannedBy" | "route" | "workflowTemplateId"> & {
  /** The profile of a session; its hint replaces that of the role. */
  profile?: SessionProfile | undefined;
};

/**
 * Returns the worker of a run: the one that planned it or its substitute; otherwise the one that routing selects, by what the
 * run names, the policies, the profile's hint, and the request.
 */
export function chooseWorker(service: Core & ExecutorLive, run: Chooser, request: string): WorkerSelection {
  if (run.plannedBy) return asPlanned(service, run.plannedBy, run.route?.alternatives ?? []);
  const route = routeFor(service, {
    role: "worker",
    workflowTemplateId: run.workflowTemplateId,
    request,
    worker: run.worker,
    profile: run.profile,
  });
  const worker = route.selected && firstWorker(service, [route.selected, ...route.alternatives]);
  if (worker) return { worker, route };
  // The recipe worker says line by line what it does not understand, which helps more than "no worker is ready".
  const own = run.worker || route.matchingPolicyId || route.hint ? null : ownWorkers(service)[0];
  return own ? { worker: own, route: null } : { missing: describeMissing(service, run, route) };
}

function asPlanned(
  service: Core & ExecutorLive,
  planned: ModelName,
  alternatives: readonly ModelName[],
): WorkerSelection {
  const worker = firstWorker(service, [planned, ...alternatives]);
  if (worker) return { worker, route: null };
  const found = find(service, planned, []);
  const readiness = "worker" in found ? found.worker.readiness() : null;
  const why = readiness && !readiness.ready
    ? `The provider "${planned.provider}" is not ready: ${readiness.reason} ${readiness.fix}`
    : "unknown" in found
    ? found.unknown
    : "";
  return {
    missing: `${why} ${readyNames(service)} Use one of them, or make that provider ready.`,
  };
}

/** Returns the first that can work now; the later ones are its substitutes. */
function firstWorker(service: Core & ExecutorLive, names: readonly ModelName[]): Worker | null {
  for (const [i, name] of names.entries()) {
    const found = find(service, name, names.slice(i + 1));
    if ("worker" in found && found.worker.readiness().ready) return found.worker;
  }
  return null;
}

function find(
  service: Core & ExecutorLive,
  { provider, model }: ModelName,
  standIns: readonly ModelName[],
): { worker: Worker } | { unknown: string } {
  const own = service.workers.find((worker) => worker.provider === provider && worker.model === model);
  return own ? { worker: own } : resolveWorker(service, { provider, model }, standIns);
}

const ownWorkers = (service: Core & ExecutorLive): Worker[] =>
  service.workers.filter((worker) => worker.readiness().ready);

function describeMissing(service: Core & ExecutorLive, { worker }: Chooser, route: RouteDecision): string {
  const reasons = route.excluded.slice(0, 5).map(({ provider, model, reason }) =>
    `${provider}/${model} is not used: ${reason}`
  );
  const ready = readyNames(service);
  const advice = "Use one of them, or configure that provider.";
  if (!worker) return [...reasons, ...route.warnings, ready].join(" ");
  const own = service.workers.some(({ provider }) => provider === worker.provider);
  if (!own && !findProvider(service, worker.provider)) {
    return `There is no provider "${worker.provider}". ${howToAdd(service, worker.provider)} ${ready}`;
  }
  if (reasons.length > 0) return [...reasons, ready, advice].join(" ");
  return `No known model of the provider "${worker.provider}" matches. Name one, or read its catalog with: ` +
    `agent-harness providers check ${worker.provider}. ${ready}`;
}

function readyNames(service: Core & ExecutorLive): string {
  const ready = [
    ...ownWorkers(service).map(({ provider, model }) => `${provider}/${model}`),
    ...readyWorkers(service),
  ];
  return ready.length === 0 ? "No provider is ready." : `Ready: ${ready.join(", ")}.`;
}

/** Returns the plan that can be read from a request without asking a model: that of a recipe; null for any other text. */
export function plannedFromText(step: RunPort, run: RunDocument, request: string): PlanResult | null {
  const choice = chooseWorker(step.ctx, run, request);
  return "worker" in choice ? choice.worker.read?.(request, modeOf(run)) ?? null : null;
}

/** Returns the mode of a run: parallel for coordinator runs, otherwise as its template says or in the written order. */
export function modeOf(run: RunDocument): "parallel" | "sequential" {
  if (run.kind === "coordinator") return "parallel";
  return findTemplate(run.workflowTemplateId ?? "sequential")?.mode ?? "sequential";
}

/** So many are not counted: a text that is no recipe at all is not read to its end. */
const MANY = 90;

/** Returns what was not understood, line by line, with what would be. */
export function describe(misunderstood: readonly Misunderstood[], help: string): string {
  const lines = misunderstood.slice(0, 5).map(({ line, text, reason }) =>
    `Line ${line}, "${text.slice(0, 200)}": ${reason}`
  );
  const left = misunderstood.length - lines.length;
  const more = left > 0 ? [`and ${left < MANY ? left : "many"} more lines.`] : [];
  return [...lines, ...more, help].join("\n");
}
