import { queuedRuns } from "../../../store/runs/queue.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { moveRun } from "../../control/lifecycle/runs.ts";
import { contextFor, type Core } from "../../ground/kernel/context.ts";
import type { ExecutorLive } from "../commands/live.ts";

/** Delay before a run that could not be started is tried again. */
const AGAIN_MILLISECONDS = 1_000;

/** Starts queued runs as there is room, in queue order. */
export class QueuedRuns {
  readonly #starting = new Set<string>();
  #again: ReturnType<typeof setTimeout> | null = null;

  /** `room` tells for how many runs there is room, those that are starting included. */
  constructor(readonly service: Core & ExecutorLive, readonly room: () => number) {}

  /** How many runs are starting. */
  get starting(): number {
    return this.#starting.size;
  }

  /** Starts as many as there is room for. Where none is queued, which is so after most events, it costs little. */
  fill(): void {
    if (queuedRuns(this.service.store.documents, 1).length === 0) return;
    const room = this.room();
    if (room <= this.#starting.size) return;
    for (const run of queuedRuns(this.service.store.documents, room)) {
      if (this.#starting.has(run.id)) continue;
      if (this.#starting.size >= this.room()) return;
      this.#starting.add(run.id);
      beginRun(this.service, run.id).catch((cause) => {
        this.service.log.error(`The run ${run.id} could not be started`, cause);
        this.#fillAgain();
      }).finally(() => this.#starting.delete(run.id));
    }
  }

  stop(): void {
    if (this.#again !== null) clearTimeout(this.#again);
  }

  /** No event reports free disk space, so retry later. Where there is no room, what makes room fills again. */
  #fillAgain(): void {
    if (this.room() <= 0) return;
    this.#again ??= setTimeout(() => {
      this.#again = null;
      this.fill();
    }, AGAIN_MILLISECONDS);
  }
}

/** Starts a queued run: from now on this service executes it. Does nothing if it is no longer queued. */
async function beginRun(service: Core, runId: string): Promise<void> {
  const ctx = contextFor(service, "coordinator");
  await service.store.commit(() => {
    const run = service.store.documents.get(runStream, runId);
    if (run?.status !== "queued") return;
    moveRun(ctx, runId, "start", { holder: service.holder });
  });
}
