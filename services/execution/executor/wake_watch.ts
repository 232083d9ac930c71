import type { StoredEvent } from "../../../store/event.ts";
import { contextFor, type Core, type Ctx } from "../../ground/kernel/context.ts";
import { inParts } from "../../ground/kernel/in_parts.ts";
import type { MonitorLive } from "../../sessions/models/providers/mod.ts";
import type { ExecutorLive } from "../commands/live.ts";
import { wakeForBudget } from "../tasks/waits.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { chooseWorker } from "../tasks/choose_worker.ts";
import { requestOf } from "../../control/runs/read_model.ts";
import { awaitsDependency } from "../../control/lifecycle/awaits_dependency.ts";
import { moveRun } from "../../control/lifecycle/runs.ts";

/** Resumes runs that wait for a provider when one may have become ready. */
export class WakeWatch {
  #unsubscribe = () => {};
  #stopped = false;

  constructor(readonly service: Core & ExecutorLive & MonitorLive) {}

  start(): void {
    const { store, providerMonitor } = this.service;
    this.#unsubscribe = store.subscribe((events) => {
      if (events.some(mayMakeReady)) queueMicrotask(() => this.#wake());
    });
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
      ctx.write(() => wakeWaiting(ctx));
      await inParts(ctx, (most) => wakeForBudget(ctx, most));
      await ctx.settled();
    } catch (cause) {
      ctx.log.error("Runs that wait for a provider could not be resumed", cause);
    }
  }
}

/** Whether an event may be what a run waits for. */
const mayMakeReady = ({ type, data }: StoredEvent): boolean =>
  type === "secret.set" || type === "provider.connected" || type === "provider.detected" ||
  type === "provider.login_cleared" ||
  type === "provider.catalog_changed" ||
  type.startsWith("routing_policy.") ||
  (type === "provider.health_changed" && (data as { to: string }).to === "up");

/** How many waiting runs are checked at once; the others follow when these have resumed. */
const PAGE = 200;

/** Resumes runs that wait for a provider and now have a worker that understands them; returns their ids. */
function wakeWaiting(ctx: Ctx<ExecutorLive>): string[] {
  const waiting = ctx.store.documents.find(runStream, { archivedAt: null, status: "waiting" }, {
    limit: PAGE,
  })
    .filter(awaitsDependency);
  return waiting.flatMap((run) => {
    const request = requestOf(ctx, run);
    const choice = chooseWorker(ctx, run, request);
    if ("missing" in choice) return [];
    const { provider, model, read } = choice.worker;
    const understands = run.worker !== undefined || !read || "tasks" in read(request, "parallel");
    if (!understands) return [];
    const data = { reason: `${provider}/${model} is ready` };
    moveRun(ctx, run.id, "proceed", data);
    return [run.id];
  });
}
