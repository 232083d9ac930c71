import type { StoredEvent } from "../../../store/event.ts";
import { RUN_ENDS } from "../../../store/shared/run_states.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { part } from "../../ground/kernel/part.ts";
import type { TracesConfig } from "../../ground/kernel/traces_config.ts";
import { exportSpans } from "./export.ts";
import { traceOf } from "./trace.ts";

/** The most events of a run that its trace is made of. */
const MAX_EVENTS = 50_000;

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
      .then(() => {
        this.#stopping.signal.throwIfAborted();
        return exportSpans(this.config, traceOf(runId, this.#eventsOf(store, runId)), this.#stopping.signal);
      })
      .catch((cause) => log.error(`The trace of ${runId} could not be sent and is dropped`, cause));
  }

  #eventsOf({ events }: Core["store"], runId: string): StoredEvent[] {
    return events.ofRun(runId, 0, MAX_EVENTS);
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
