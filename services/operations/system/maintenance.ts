import { systemStream } from "../../../store/system/stream.ts";
import { contextFor, type Core, record } from "../../ground/kernel/context.ts";
import { every } from "../../ground/kernel/every.ts";
import { working } from "../../ground/kernel/loop_watch.ts";
import type { AnyPart, TidyCounts } from "../../ground/kernel/part.ts";

/** Runs the maintenance of each part periodically. It decides nothing that a human decides. */
export class MaintenanceRound {
  #timer: { stop: () => Promise<void> } | null = null;

  constructor(readonly service: Core, readonly parts: readonly AnyPart[]) {}

  /** Runs a pass at each interval; an interval of 0 means never. */
  start(): void {
    const { config, holder, log } = this.service;
    if (config.maintenanceIntervalMilliseconds === 0) return;
    this.#timer = every(`maintenance-${holder}`, config.maintenanceIntervalMilliseconds, async () => {
      await this.runOnce().catch((cause) => log.error("Maintenance failed", cause));
    });
  }

  async stop(): Promise<void> {
    await this.#timer?.stop();
  }

  /** Runs one pass and returns what it did; resolves when that is on disk. Where a part fails, the others are done, then it rejects. */
  async runOnce(): Promise<TidyCounts> {
    using _work = working("maintenance");
    const ctx = contextFor(this.service, "system");
    const done: Record<string, number> = {};
    const failures: unknown[] = [];
    const each = async (work: (part: AnyPart) => unknown) => {
      for (const part of this.parts) {
        try {
          await work(part);
        } catch (cause) {
          failures.push(cause);
        }
      }
    };
    await each(async ({ tidy }) => Object.assign(done, await tidy?.(ctx)));
    const { expiredApprovals = 0, forgottenAnswers = 0 } = done;
    if (failures.length === 0) {
      record(ctx, systemStream, "service", [
        { type: "system.maintenance_completed", data: { expiredApprovals, forgottenAnswers } },
      ]);
    }
    await ctx.settled();
    await each(({ clean }) => clean?.(ctx));
    await ctx.settled();
    if (failures.length > 0) throw failures.length === 1 ? failures[0] : new AggregateError(failures);
    return done;
  }
}
