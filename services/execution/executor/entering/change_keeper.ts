import type { StoredEvent } from "../../../../store/event.ts";
import type { Core } from "../../../ground/kernel/context.ts";
import type { Pruning } from "../../../control/runs/pruning.ts";
import type { Boundary } from "../../../ground/kernel/subject.ts";
import type { ExecutorLive } from "../../commands/live.ts";
import { storeManualChanges } from "./store_manual_changes.ts";

/** The events that end a run while a person may be in it. */
const ENDS: readonly string[] = ["run.failed", "run.cancelled"];

/** Stores the manual changes in runs that end. It creates git objects, so it waits for the end of a prune. */
export class ChangeKeeper {
  readonly #going = new Set<Promise<unknown>>();

  constructor(
    readonly service: Core & ExecutorLive,
    readonly boundary: Boundary,
    readonly pruning: Pruning,
  ) {}

  observe(events: readonly StoredEvent[]): void {
    for (const { type, runId } of events) if (ENDS.includes(type) && runId) void this.keep(runId);
  }

  async keep(runId: string): Promise<void> {
    const going = this.pruning.creating(() => storeManualChanges(this.service, runId, this.boundary));
    this.#going.add(going);
    await going.finally(() => this.#going.delete(going));
  }

  /** Resolves when nothing is being stored any more. */
  async stop(): Promise<void> {
    await Promise.all(this.#going);
  }
}
