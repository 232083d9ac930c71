import type { StoredEvent } from "../../store/event.ts";
import { contextFor, type Core } from "../kernel/context.ts";
import { inParts } from "../kernel/in_parts.ts";
import type { MonitorLive } from "../models/providers/mod.ts";
import type { ExecutorLive } from "../commands/live.ts";
import { wakeForBudget } from "../tasks/budget.ts";
import { wakeWaiting } from "./wake.ts";

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
