import { readFrames } from "../../client/sse.ts";
import type { EventEnvelope } from "../../services/ground/kernel/envelope.ts";
import type { ServiceClient } from "./service_process.ts";

/** Which events one waits for. */
export type EventTest = (event: EventEnvelope) => boolean;

/** Every event that a service has on disk, from the first on and as they come. Dispose it before the service. */
export class EventTail implements Disposable {
  readonly events: EventEnvelope[] = [];
  readonly #stopped = new AbortController();
  #wake = Promise.withResolvers<void>();
  #over = false;

  constructor(service: Pick<ServiceClient, "send">, cursor = 0) {
    this.#read(service, cursor).catch(() => {}).finally(() => {
      this.#over = true;
      this.#wake.resolve();
    });
  }

  /** The first event that fits, past or future. Rejects when the service ends before it comes. */
  async first(test: EventTest): Promise<EventEnvelope> {
    for (let at = 0;; at++) {
      while (at >= this.events.length) {
        if (this.#over) {
          throw new Error(`The service ended before the event came; last: ${this.#lastTypes()}`);
        }
        await this.#wake.promise;
      }
      if (test(this.events[at]!)) return this.events[at]!;
    }
  }

  /** How many events fit so far. */
  count(test: EventTest): number {
    return this.events.filter(test).length;
  }

  async #read(service: Pick<ServiceClient, "send">, cursor: number): Promise<void> {
    const response = await service.send(`/events?cursor=${cursor}`, { signal: this.#stopped.signal });
    if (!response.ok || !response.body) throw new Error(`GET /events answered ${response.status}`);
    for await (const { id, data } of readFrames(response.body)) {
      if (id !== undefined) this.#add(JSON.parse(data)); // what is shown and not kept has none
    }
  }

  #add(event: EventEnvelope): void {
    this.events.push(event);
    this.#wake.resolve();
    this.#wake = Promise.withResolvers();
  }

  #lastTypes(): string {
    return this.events.slice(-5).map(({ type }) => type).join(", ");
  }

  /** Not awaited: a read that waits for bytes now and then overlooks that it was aborted (Deno 2.9), until the service ends. */
  [Symbol.dispose](): void {
    this.#stopped.abort();
  }
}

/** The event of that type of that run. */
export const eventOf = (runId: string, ...types: string[]): EventTest => ({ runid, type }) =>
  runid === runId && types.includes(type);
