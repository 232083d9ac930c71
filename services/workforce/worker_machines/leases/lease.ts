import type { Core } from "../../../ground/kernel/context.ts";
import { TaskLink } from "./link.ts";
import type { ForwardedCall } from "../wire/model_call.ts";
import type { Offer } from "./offer.ts";

/** What a machine holds while it works on an offer. It lasts as long as heartbeats arrive. */
export class Lease implements Disposable {
  readonly id = `lease_${crypto.randomUUID()}`;
  /** Files that its machine may fetch, by SHA-256. */
  readonly objects = new Map<string, string>();
  /** What its machine has sent, by SHA-256. */
  readonly outputs = new Map<string, string>();
  /** Files with the parts of packs that its machine has sent, by SHA-256. */
  readonly parts = new Map<string, string>();
  /** How much its machine has sent: these files, with those that are being written, and messages. */
  sentBytes = 0;
  /** What is said about a task; unused for a verification. */
  readonly link: TaskLink;
  readonly since: Date;
  /** Answers a call of a model that its program makes; null if it makes none here. */
  answerModelCall: ((call: ForwardedCall) => Promise<Response>) | null = null;
  /** How many questions of its machine are open. A machine that waits for answers alone takes other work meanwhile. */
  questions = 0;
  #term = new AbortController();

  constructor(
    readonly offer: Offer,
    readonly machineId: string,
    readonly fence: number,
    readonly service: Pick<Core, "now" | "pause">,
    readonly milliseconds: number,
    readonly expire: (lease: Lease) => void,
  ) {
    this.since = service.now();
    this.link = new TaskLink(service.pause);
    this.renew();
  }

  /** Lasts from now on. */
  renew(): void {
    this.#term.abort();
    this.#term = new AbortController();
    this.service.pause(this.milliseconds, this.#term.signal).then(() => this.expire(this), () => {});
  }

  [Symbol.dispose](): void {
    this.#term.abort();
    this.link.close();
  }
}
