import { taskSessionStream } from "../../../store/task_sessions/stream.ts";
import type { Core } from "../../ground/kernel/context.ts";
import type { Worker, WorkerReport } from "../../workforce/workers/worker.ts";
import { Halted, SteppedIn } from "../commands/interrupts.ts";
import { nextEvents } from "../commands/next_events.ts";

/**
 * Stops a worker for a person who wants to step into its task, between two tool calls. A worker that cannot resume from
 * half-finished files finishes first.
 */
export class WorkerPause implements Disposable {
  readonly #stop = new AbortController();
  readonly #over = new AbortController();
  #using = 0;

  constructor(
    readonly service: Pick<Core, "store">,
    readonly taskSessionId: string,
    readonly worker: Pick<Worker, "stopsBetweenTools">,
  ) {
    void this.#watch();
  }

  /** Aborted when the worker is to stop. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Whether a person wants to step in. */
  get isAsked(): boolean {
    const session = this.service.store.documents.get(taskSessionStream, this.taskSessionId);
    return session?.enterRequested !== undefined;
  }

  /** Tracks which tools are in use. */
  observe({ kind }: WorkerReport): void {
    if (kind === "model") return;
    this.#using = kind === "tool_started" ? this.#using + 1 : Math.max(0, this.#using - 1);
    this.#stopBetweenTools();
  }

  /** Stops a worker that waits for an answer by throwing `SteppedIn`. */
  stopWaiting(): void {
    if (!this.isAsked || !this.worker.stopsBetweenTools) return;
    this.#stop.abort(new SteppedIn());
    this.signal.throwIfAborted();
  }

  [Symbol.dispose](): void {
    this.#over.abort();
  }

  async #watch(): Promise<void> {
    const { signal } = this.#over;
    if (!this.isAsked) {
      await nextEvents(
        this.service.store,
        signal,
        ({ type, taskSessionId }) =>
          type === "task_session.enter_requested" && taskSessionId === this.taskSessionId,
      );
    }
    if (!signal.aborted) this.#stopBetweenTools();
  }

  #stopBetweenTools(): void {
    if (this.#using === 0 && this.worker.stopsBetweenTools && this.isAsked) this.#stop.abort(new SteppedIn());
  }
}

/** Does the work of a task and returns null; if a person steps in before or during it, returns what stopped it. */
export async function untilSteppedIn(
  pause: WorkerPause,
  halted: AbortSignal,
  work: () => Promise<void>,
): Promise<SteppedIn | null> {
  try {
    if (pause.isAsked) return new SteppedIn();
    await work();
    return null;
  } catch (cause) {
    if (halted.aborted) throw cause;
    if (cause instanceof SteppedIn) return cause;
    // Stopped work may report the interruption in its own way.
    if (cause instanceof Halted && pause.signal.aborted) return new SteppedIn();
    throw cause;
  }
}
