import { hasTraces, scrub } from "../../../store/scrub.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { working } from "../../ground/kernel/loop_watch.ts";
import { MINUTE, SECOND } from "../../../store/shared/durations.ts";

/** How long after an erasure its traces are removed, so that one pass serves several erasures. */
const DELAY_MILLISECONDS = 2 * SECOND;

/** How long it waits after a pass that a reader of the database, such as a backup, held up. */
const HELD_UP_MILLISECONDS = MINUTE;

/** Removes the traces of erased text from the database, in the background, after each erasure and after a start. */
export class Scrubbing {
  #timer: ReturnType<typeof setTimeout> | null = null;
  #pass: Promise<void> = Promise.resolve();
  #unsubscribe: (() => void) | null = null;

  constructor(readonly service: Core) {}

  start(): void {
    const { store } = this.service;
    this.#unsubscribe = store.subscribe((events) => {
      if (events.some(({ type }) => type.endsWith(".deleted"))) this.#arm(DELAY_MILLISECONDS);
    });
    if (hasTraces(store)) this.#arm(DELAY_MILLISECONDS);
  }

  /** Ends what is being done after its slice; the next start continues. */
  async stop(): Promise<void> {
    this.#unsubscribe?.();
    this.#unsubscribe = null;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#pass;
  }

  #arm(milliseconds: number): void {
    if (this.#timer !== null || this.#unsubscribe === null) return;
    this.#timer = setTimeout(() => {
      this.#pass = this.#run();
    }, milliseconds);
    Deno.unrefTimer(this.#timer);
  }

  async #run(): Promise<void> {
    const { store, log } = this.service;
    using _work = working("removing traces of erased text");
    const whole = await scrub(store, () => this.#unsubscribe === null).catch((cause) => {
      log.error("Traces of erased text could not be removed", cause);
      return false;
    });
    this.#timer = null;
    if (!whole || hasTraces(store)) this.#arm(HELD_UP_MILLISECONDS);
  }
}
