import { RUN_ENDS } from "../../../store/shared/run_states.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { nextTurn } from "../../ground/kernel/next_turn.ts";
import { part } from "../../ground/kernel/part.ts";
import type { TracesConfig } from "../../ground/kernel/traces_config.ts";
import { exportSpans } from "./export.ts";
import { RunTrace, type TraceSpan } from "./trace.ts";

/** How many events of a run are read at once. */
const PAGE = 1_000;

/** How long the service waits at its stop for traces that are still to be sent. */
const MAX_STOP_MILLISECONDS = 2_000;

const ENDS: readonly string[] = RUN_ENDS;

/** Sends the trace of each run that ends, one after the other. */
class Traces {
  #last: Promise<void> = Promise.resolve();
  readonly #stopping = new AbortController();
  readonly #unsubscribe: () => void;

  constructor(readonly service: Core, readonly config: TracesConfig) {
    this.#unsubscribe = service.store.subscribe((events) => {
      for (const { type, runId } of events) if (runId && ENDS.includes(type)) this.#send(runId);
    });
  }

  #send(runId: string): void {
    const { store, log } = this.service;
    this.#last = this.#last
      .then(async () => {
        const spans = await this.#spansOf(store, runId);
        await exportSpans(this.config, spans, this.#stopping.signal);
      })
      .catch((cause) => log.error(`The trace of ${runId} could not be sent and is dropped`, cause));
  }

  async #spansOf({ events }: Core["store"], runId: string): Promise<TraceSpan[]> {
    const trace = new RunTrace(runId);
    for (let seq = 0;;) {
      this.#stopping.signal.throwIfAborted();
      const page = events.ofRun(runId, seq, PAGE);
      for (const event of page) trace.add(event);
      if (page.length < PAGE) return trace.finish();
      seq = page.at(-1)!.seq;
      await nextTurn();
    }
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
    const timer = setTimeout(
      () => this.#stopping.abort(new Error("the service stops")),
      MAX_STOP_MILLISECONDS,
    );
    await this.#last;
    clearTimeout(timer);
  }
}

/** Sends traces of runs to the receiver that the configuration names; without one, nothing is done. */
export const traces = part({
  name: "traces",
  open: (service: Core) => service.config.traces && new Traces(service, service.config.traces),
  stop: (traces) => traces?.stop(),
});
