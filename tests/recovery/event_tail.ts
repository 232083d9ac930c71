import type { Envelope } from "../../services/kernel/envelope.ts";
import type { ServiceProcess } from "./service_process.ts";

/** Which events one waits for. */
export type EventTest = (event: Envelope) => boolean;

/** Every event that a service has on disk, from the first on and as they come. Dispose it. */
export class EventTail implements AsyncDisposable {
  readonly events: Envelope[] = [];
  readonly #reading: Promise<void>;
  #stop = () => Promise.resolve();
  #stopped = false;
  #wake = Promise.withResolvers<void>();
  #over = false;

  constructor(service: ServiceProcess, cursor = 0) {
    this.#reading = this.#read(service, cursor).catch(() => {}).finally(() => {
      this.#over = true;
      this.#wake.resolve();
    });
  }

  /** The first event that fits, past or future. Rejects when the service ends before it comes. */
  async first(test: EventTest): Promise<Envelope> {
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

  async #read(service: ServiceProcess, cursor: number): Promise<void> {
    const response = await service.send(`/events?cursor=${cursor}`);
    if (!response.ok || !response.body) throw new Error(`GET /events answered ${response.status}`);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    this.#stop = () => reader.cancel();
    let rest = "";
    while (!this.#stopped) {
      const { value, done } = await reader.read();
      if (done) return;
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      this.#add(lines.filter((line) => line.startsWith("data: ")));
    }
    await reader.cancel();
  }

  #add(lines: readonly string[]): void {
    const envelopes = lines.map((line): Envelope => JSON.parse(line.slice("data: ".length)));
    // What is shown and not kept has no sequence.
    this.events.push(...envelopes.filter(({ sequence }) => sequence !== undefined));
    this.#wake.resolve();
    this.#wake = Promise.withResolvers();
  }

  #lastTypes(): string {
    return this.events.slice(-5).map(({ type }) => type).join(", ");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped = true;
    await this.#stop().catch(() => {}); // the service may have ended before
    await this.#reading;
  }
}

/** The event of that type of that run. */
export const eventOf = (runId: string, ...types: string[]): EventTest => ({ runid, type }) =>
  runid === runId && types.includes(type);
