import type { StoredEvent } from "../../../store/event.ts";
import { contextFor, type Core, type Ctx } from "../../ground/kernel/context.ts";
import { eachInParts, inParts } from "../../ground/kernel/in_parts.ts";
import type { MonitorLive } from "../../sessions/models/providers/mod.ts";
import type { ExecutorLive } from "../commands/live.ts";
import { wakeForBudget } from "../tasks/waits.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
import { namedDirectory } from "../../machine/repositories/mod.ts";
import { fits, labelsHere, placementOf } from "../../workforce/worker_machines/leases/mod.ts";
import { HERE_WAIT, MACHINE_WAIT } from "./verification/missing.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { chooseWorker } from "../tasks/choose_worker.ts";
import { requestOf } from "../../control/runs/read_model.ts";
import { awaitsDependency, EXTERNAL_WAITS } from "../../control/lifecycle/awaits_dependency.ts";
import { waitsFor } from "../../sessions/task_sessions/waits.ts";
import { moveRun } from "../../control/lifecycle/runs.ts";
import { waitsForTask } from "../../control/lifecycle/task_wait.ts";
import { dataOf } from "../../../store/stream.ts";
import { providerStream } from "../../../store/models/provider_stream.ts";

/** Resumes runs that wait for a provider or a machine when one may have become ready. */
export class WakeWatch {
  #unsubscribe = () => {};
  #stopped = false;

  constructor(readonly service: Core & ExecutorLive & MonitorLive) {}

  start(): void {
    const { store, providerMonitor } = this.service;
    this.#unsubscribe = store.subscribe((events) => {
      if (events.some(mayMakeReady)) queueMicrotask(() => this.#wake());
    });
    this.service.machines.presence.onArrival = () => queueMicrotask(() => this.#wake());
    // `providers.json` may also have changed, which no event reports.
    providerMonitor.afterPass = () => this.#wake();
  }

  stop(): void {
    this.#stopped = true;
    this.#unsubscribe();
  }

  async #wake(): Promise<void> {
    if (this.#stopped) return;
    const ctx = contextFor(this.service, "system");
    try {
      await wakeWaiting(ctx);
      await inParts(ctx, (most) => wakeForBudget(ctx, most));
      await ctx.settled();
    } catch (cause) {
      ctx.log.error("Runs that wait for a provider could not be resumed", cause);
    }
  }
}

/** Whether an event may be what a run waits for. */
const mayMakeReady = (event: StoredEvent): boolean =>
  event.type === "secret.set" || event.type === "provider.connected" || event.type === "provider.detected" ||
  event.type === "provider.login_cleared" ||
  event.type === "provider.catalog_changed" ||
  event.type.startsWith("routing_policy.") ||
  event.type.startsWith("worker_machine.") || event.type.startsWith("placement_settings.") ||
  event.type.startsWith("defaults.") ||
  // A run that was paused was not resumed by what came meanwhile.
  event.type === "run.resumed" && dataOf(event, runStream, "run.resumed")?.reason === undefined ||
  // A machine may have appeared while it was decided to wait for one.
  isForMachine(dataOf(event, runStream, "run.waiting")?.waitingFor) ||
  dataOf(event, providerStream, "provider.health_changed")?.to === "up";

const isForMachine = (wait: { id?: unknown } | undefined): boolean =>
  wait?.id === MACHINE_WAIT || wait?.id === HERE_WAIT;

/** Whether this machine or a worker machine could verify a run's result now. */
function hasMachineNow(ctx: Ctx<ExecutorLive>, run: RunDocument): boolean {
  const { needs, here } = placementOf(ctx, run);
  if (fits(labelsHere(ctx), needs)) return true;
  if (run.waitingFor?.id === HERE_WAIT) return false;
  const repoPath = namedDirectory(run.base!);
  return ctx.config.workerDoor !== null && here === null && run.verifyHere !== run.round &&
    ctx.machines.hasMachineFor({ kind: "verification", runId: run.id, repoPath });
}

/** Resumes the runs that now have a worker that understands them, or a machine that may verify them. */
async function wakeWaiting(ctx: Ctx<ExecutorLive>): Promise<void> {
  const waiting = EXTERNAL_WAITS.flatMap((kind) => [...waitsFor(ctx, runStream, kind)]);
  await eachInParts(ctx, waiting, ({ id }) => {
    const run = ctx.store.documents.get(runStream, id);
    const awaits = run?.status === "waiting" && awaitsDependency(run) && !waitsForTask(ctx, run);
    const reason = awaits ? whyReady(ctx, run) : null;
    if (reason !== null) moveRun(ctx, id, "proceed", { reason });
  });
}

/** Returns what came that a run waits for; null if it did not. */
function whyReady(ctx: Ctx<ExecutorLive>, run: RunDocument): string | null {
  if (isForMachine(run.waitingFor)) {
    return hasMachineNow(ctx, run) ? "a machine that may verify it is there" : null;
  }
  const request = requestOf(ctx, run);
  const choice = chooseWorker(ctx, run, request);
  if ("missing" in choice) return null;
  const { provider, model, read } = choice.worker;
  const understands = run.worker !== undefined || !read || "tasks" in read(request, "parallel");
  return understands ? `${provider}/${model} is ready` : null;
}
