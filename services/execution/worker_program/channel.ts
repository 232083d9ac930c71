import {
  type ControlMessage,
  inboxSchema,
  type MachineMessage,
  receivedSchema,
  type WireAnswer,
} from "../../workforce/worker_machines/wire/mod.ts";
import type { MachineClient } from "./client.ts";
import { type HeldLease, untilAnswered, withTimeout } from "./held.ts";

/** How long words and output are collected before they are sent. */
const COLLECT_MILLISECONDS = 250;

/** How much is sent at once, in characters of its messages. */
const BATCH_CHARACTERS = 1024 * 1024;
const BATCH_MESSAGES = 400;

/** How long a request for messages waits for one. */
const WAIT_SECONDS = 20;

/** What the control plane wants done next. */
export type WantedStep = Exclude<ControlMessage, { kind: "answer" }>;

/** What a machine and the control plane say to each other about a task, until the lease is over. */
export class Channel {
  readonly #queue: { message: MachineMessage; characters: number }[] = [];
  #sent = 0;
  #flushing: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #answers = new Map<string, PromiseWithResolvers<WireAnswer>>();

  constructor(readonly held: HeldLease & { client: MachineClient }) {}

  /** Says something; it is sent soon, in order, and again until the control plane has it. */
  say(message: MachineMessage): void {
    this.#queue.push({ message, characters: JSON.stringify(message).length });
    const isPatient = message.kind === "words" || message.kind === "printed" || message.kind === "report";
    if (isPatient) this.#timer ??= setTimeout(() => void this.#flush(), COLLECT_MILLISECONDS);
    else void this.#flush();
  }

  /** Returns the answer to a question that was said. Rejects with the signal's reason. */
  async answerTo(id: string): Promise<WireAnswer> {
    const answer = Promise.withResolvers<WireAnswer>();
    this.#answers.set(id, answer);
    const { signal } = this.held;
    const stop = () => answer.reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    try {
      signal.throwIfAborted();
      return await answer.promise;
    } finally {
      signal.removeEventListener("abort", stop);
      this.#answers.delete(id);
    }
  }

  /** Yields what to do, until the lease is over. Throws `RefusedError` then, or the signal's reason. */
  async *steps(): AsyncGenerator<WantedStep> {
    const { client, manifest: { leaseId }, signal } = this.held;
    const [path, lane] = [`/worker/leases/${leaseId}/inbox`, `inbox-${leaseId}` as const];
    const wanted: WantedStep[] = [];
    let received = 0;
    let wake = Promise.withResolvers<void>();
    const failures: unknown[] = [];
    const listen = async () => {
      for (;;) {
        const body = { received, waitSeconds: WAIT_SECONDS };
        const { messages } = await untilAnswered(this.held, () => {
          const ends = withTimeout(signal, WAIT_SECONDS);
          return client.call(inboxSchema, { method: "POST", path, lane, body, signal: ends });
        });
        received += messages.length;
        for (const message of messages) {
          if (message.kind === "answer") this.#answers.get(message.id)?.resolve(message.answer);
          else wanted.push(message);
        }
        wake.resolve();
      }
    };
    listen().catch((cause) => {
      failures.push(cause);
      this.held.fail(cause); // what is being done is not wanted any more
      wake.resolve();
    });
    for (;;) {
      const next = wanted.shift();
      if (next) yield next;
      else if (failures.length > 0) throw failures[0];
      else {
        await wake.promise;
        wake = Promise.withResolvers();
      }
    }
  }

  /** Sends all that was said; does nothing while another call does. A refusal ends the task by the lease. */
  async #flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flushing ??= this.#sendAll().finally(() => this.#flushing = null);
    await this.#flushing.catch((cause) => this.held.fail(cause));
  }

  async #sendAll(): Promise<void> {
    const { client, manifest: { leaseId } } = this.held;
    const [path, lane] = [`/worker/leases/${leaseId}/messages`, `messages-${leaseId}` as const];
    while (this.#queue.length > 0) {
      const messages = this.#batch();
      const body = { first: this.#sent + 1, messages };
      await untilAnswered(
        this.held,
        () => client.call(receivedSchema, { method: "POST", path, lane, body }),
      );
      this.#sent += messages.length;
    }
  }

  #batch(): MachineMessage[] {
    let characters = 0;
    const count = this.#queue.findIndex((each, at) =>
      at > 0 && (at >= BATCH_MESSAGES || (characters += each.characters) > BATCH_CHARACTERS)
    );
    const taken = this.#queue.splice(0, count < 0 ? this.#queue.length : count);
    return taken.map(({ message }) => message);
  }
}
