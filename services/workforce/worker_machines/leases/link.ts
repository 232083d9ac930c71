import { InvalidError } from "../../../ground/kernel/errors.ts";
import type { Pause } from "../../../ground/kernel/pause.ts";
import type { ControlMessage, MachineMessage } from "../wire/message_shapes.ts";

/** What a machine and the control plane say to each other about a task. Each side's messages are numbered from 1. */
export class TaskLink {
  /** Handles a message of the machine. One that it refuses by `InvalidError` was not received. */
  listener: (message: MachineMessage) => Promise<void> | void = () => {};
  #received = 0;
  /** Requests of a machine may arrive at once; each is handled after the one before. */
  #last: Promise<unknown> = Promise.resolve();
  #sent: ControlMessage[] = [];
  /** How many messages the machine has received; they are forgotten. */
  #forgotten = 0;
  #moved = Promise.withResolvers<void>();

  constructor(readonly pause: Pause) {}

  /** Handles messages in order, except those that were handled before. Returns how many were received in all. */
  async receive(first: number, messages: readonly MachineMessage[]): Promise<number> {
    const handled = this.#last.then(() => this.#handle(first, messages));
    this.#last = handled.catch(() => {});
    return await handled;
  }

  async #handle(first: number, messages: readonly MachineMessage[]): Promise<number> {
    if (first > this.#received + 1) {
      throw new InvalidError(`The message ${this.#received + 1} is missing. Send it before ${first}.`);
    }
    for (const [at, message] of messages.entries()) {
      const number = first + at;
      if (number <= this.#received) continue;
      await this.listener(message);
      this.#received = number;
    }
    return this.#received;
  }

  /** Sends a message. */
  send(message: ControlMessage): void {
    this.#sent.push(message);
    this.#moved.resolve();
  }

  /** Returns the messages after the first `received` ones, as soon as there is one; none when the time is over. */
  async next(received: number, waitSeconds: number, signal: AbortSignal): Promise<ControlMessage[]> {
    const known = Math.min(Math.max(received - this.#forgotten, 0), this.#sent.length);
    this.#sent.splice(0, known);
    this.#forgotten += known;
    if (this.#sent.length === 0 && waitSeconds > 0) await this.#untilMoved(waitSeconds, signal);
    return [...this.#sent];
  }

  /** Answers a machine that waits: the lease is over. */
  close(): void {
    this.#moved.resolve();
  }

  async #untilMoved(seconds: number, signal: AbortSignal): Promise<void> {
    const moved = this.#moved = Promise.withResolvers();
    const over = new AbortController();
    const waiting = AbortSignal.any([signal, over.signal]);
    this.pause(seconds * 1000, waiting).catch(() => {}).finally(moved.resolve);
    await moved.promise.finally(() => over.abort());
  }
}
