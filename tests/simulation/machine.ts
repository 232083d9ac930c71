import { z } from "zod";
import {
  callOpen,
  enrolledSchema,
  type Identity,
  MachineClient,
  PROTOCOL,
  RefusedError,
} from "../../services/execution/worker_program/mod.ts";
import {
  inboxSchema,
  type LeasedTask,
  makeKeys,
  manifestSchema,
  ticketAnswerSchema,
} from "../../services/workforce/worker_machines/wire/mod.ts";
import type { Random } from "../recovery/load/random.ts";
import type { Answer } from "./command.ts";
import type { Written } from "./machine_files.ts";
import { AnswerLost, type SimulatedMachines } from "./machines.ts";

const CONTROL = "http://control.test";
const BEAT_MILLISECONDS = 10_000;
const AGAIN_MILLISECONDS = 5_000;
/** So long a machine asks for work at once, and so long a ticket may be claimed. */
const ASK_SECONDS = 25;

export type Ticket = { id: string; fence: number };
/** What a heartbeat is answered: a status is that of a refusal, "unheard" that the answer was lost. */
export type Beaten = "held" | "lost" | "unheard" | number;
/** What a machine is to do. */
export type Step = { step: number; instructions: string };

/** A task that a machine has, or had. */
export class Held {
  /** The messages that came and went. */
  received = 0;
  sent = 0;
  /** What it is to do, until it has said how that ended. */
  step: Step | null = null;
  /** The files that it made in the steps before. */
  written: readonly Written[] = [];
  /** What it said last of that, to be said again. */
  said: { first: number; messages: unknown[] } | null = null;
  /** The machine does not know that it is over. */
  isGoing = true;

  constructor(readonly machine: Machine, readonly manifest: LeasedTask) {}

  get path(): string {
    return `/worker/leases/${this.manifest.leaseId}`;
  }
}

/** What a model is told of what a machine hears by itself, with when it asked. */
export type Heard = {
  claimed: (machine: Machine, ticket: Ticket, held: Held | null, askedAt: number) => void;
  beaten: (held: Held, answer: Beaten, askedAt: number) => void;
  refused: (machine: Machine, status: number) => void;
};

/** A worker machine: its program asks for work, claims it, and sends heartbeats; what it delivers, the simulation says. */
export class Machine {
  /** Whether it is off, cut off or frozen. */
  isOff = false;
  /** Whether it was told that it is not known any more. */
  isRefused = false;
  /** Whether its network is in trouble. */
  isTroubled = false;
  /** Whether it waits for work, and whether the service has heard that. */
  isAsking = false;
  hasWaited = false;
  /** The last request that it signed. */
  last: { url: string; init: RequestInit } | null = null;
  /** What it does now. */
  held: Held | null = null;
  readonly tickets: Ticket[] = [];
  readonly client: MachineClient;
  #changed = Promise.withResolvers<void>();

  constructor(
    readonly identity: Identity,
    readonly around: SimulatedMachines,
    readonly random: Random,
    readonly heard: Heard,
  ) {
    this.client = new MachineClient(identity, around.carryFor(this), {
      session: `s${random.between(1, 1e9)}`,
    });
  }

  /** Exchanges a code for a machine. */
  static async enrol(code: string, around: SimulatedMachines, random: Random, heard: Heard) {
    const keys = await makeKeys();
    const body = { protocol: PROTOCOL, code, publicKey: keys.publicKey };
    const send = around.carryFor({ isTroubled: false } as Machine);
    const enrolled = await callOpen(enrolledSchema, send, `${CONTROL}/worker/enrolments`, body);
    return new Machine({ control: CONTROL, ...enrolled, keys }, around, random, heard);
  }

  /** Whether it works on nothing. */
  get isFree(): boolean {
    return this.held === null;
  }

  /** Something about it has changed. */
  change(what: Partial<Pick<Machine, "isOff" | "isTroubled" | "held">>): void {
    Object.assign(this, what);
    this.#changed.resolve();
    this.#changed = Promise.withResolvers<void>();
  }

  /** Works with a process of the service until that has ended. */
  begin(ended: AbortSignal): void {
    this.isAsking = false;
    const going = () => Promise.all([this.#ask(ended), this.held && this.#beat(this.held, ended)]);
    going().catch((cause) => {
      if (!ended.aborted) this.around.fail(cause);
    });
  }

  /** Asks the service, again as long as the answer is lost. Gives any answer; `lose` is called with those that were lost. */
  async request(
    asked: Parameters<MachineClient["fetch"]>[0],
    lose: (answer: Response) => Promise<void> = () => Promise.resolve(),
  ): Promise<Answer & { isAgain: boolean }> {
    let isAgain = false;
    for (;;) {
      try {
        const response = await this.client.fetch(asked);
        return { status: response.status, body: await response.json(), isAgain };
      } catch (cause) {
        if (cause instanceof RefusedError) {
          return { status: cause.status, body: { error: cause.message }, isAgain };
        }
        if (!(cause instanceof TypeError)) throw cause;
        if (!(cause instanceof AnswerLost)) continue;
        isAgain = true;
        await lose(cause.answer);
      }
    }
  }

  /** Reads what it is to do. Gives the status of the answer. */
  async readInbox(held: Held): Promise<number> {
    const { status, body } = await this.request({
      method: "POST",
      path: `${held.path}/inbox`,
      lane: `inbox-${held.manifest.leaseId}`,
      body: { received: held.received, waitSeconds: 0 },
    });
    if (status !== 200) return status;
    const { messages } = inboxSchema.parse(body);
    held.received += messages.length;
    for (const message of messages) {
      if (message.kind === "perform") held.step = { step: message.step, instructions: message.instructions };
    }
    return status;
  }

  /** It knows that something is over. */
  drop(held: Held): void {
    held.isGoing = false;
    this.client.forget(held.manifest.leaseId);
    if (this.held === held) this.change({ held: null });
  }

  async #ask(ended: AbortSignal): Promise<void> {
    while (!ended.aborted) {
      if (this.isOff || !this.isFree) {
        await this.#untilChanged(ended);
        continue;
      }
      const ticket = await this.#nextTicket();
      if (ticket === "revoked") return;
      if (ticket === "unheard") await this.around.rest(AGAIN_MILLISECONDS, ended);
      if (ticket === null || typeof ticket === "string") continue;
      this.tickets.push(ticket);
      // It may be too busy to use it.
      if (this.random.next() < 0.1 || this.isOff) await this.around.rest(AGAIN_MILLISECONDS * 2, ended);
      else await this.#claim(ticket, ended);
    }
  }

  async #nextTicket(): Promise<Ticket | null | "unheard" | "revoked"> {
    this.isAsking = true;
    this.hasWaited = false;
    const body = {
      protocol: PROTOCOL,
      version: "simulated",
      sandbox: { confined: true, detail: "in a sandbox" },
      facts: { os: "linux", arch: "x86_64" },
      warm: [],
      waitSeconds: ASK_SECONDS,
    };
    try {
      const asked = { method: "POST", path: "/worker/tickets", body } as const;
      const work = () => this.client.call(ticketAnswerSchema, asked);
      return (await this.around.talk(work, () => this.hasWaited)).ticket;
    } catch (cause) {
      if (cause instanceof TypeError) return "unheard";
      if (!(cause instanceof RefusedError)) throw cause;
      this.heard.refused(this, cause.status);
      this.isRefused = cause.status === 401 || cause.status === 403;
      return this.isRefused ? "revoked" : "unheard";
    } finally {
      this.isAsking = false;
    }
  }

  async #claim(ticket: Ticket, ended: AbortSignal): Promise<void> {
    const askedAt = this.around.elapsed;
    await this.around.talk(async () => {
      const asked = { method: "POST", path: "/worker/claims", body: { ...ticket, have: {} } } as const;
      let unheard: Held | null = null;
      const { status, body } = await this.request(asked, async (lost) => {
        // It has the lease, and does not know that.
        if (lost.ok) unheard = this.#heldBy(await lost.json());
      });
      if (status !== 200) return this.heard.claimed(this, ticket, unheard, askedAt);
      const held = this.#heldBy(body);
      this.change({ held });
      this.heard.claimed(this, ticket, held, askedAt);
      await this.#fetchPack(held);
      if (await this.readInbox(held) !== 200) this.drop(held);
    });
    if (this.held) this.#beat(this.held, ended).catch(() => {});
  }

  #heldBy(body: unknown): Held {
    const manifest = manifestSchema.parse(body);
    if (manifest.kind !== "task") throw new Error("it may not verify");
    return new Held(this, manifest);
  }

  async #fetchPack({ manifest: { pack } }: Held): Promise<void> {
    for (;;) {
      try {
        const response = await this.client.fetch({ method: "GET", path: `/worker/objects/${pack.sha256}` });
        return this.around.files.unpack(await response.bytes());
      } catch (cause) {
        if (cause instanceof RefusedError) return;
        if (!(cause instanceof TypeError)) throw cause;
      }
    }
  }

  /** Lets a lease last, until it knows that it is over. */
  async #beat(held: Held, ended: AbortSignal): Promise<void> {
    for (; held.isGoing && !ended.aborted; await this.around.rest(BEAT_MILLISECONDS, ended)) {
      if (this.isOff) continue;
      const askedAt = this.around.elapsed;
      const answer = await this.around.talk(() => this.#beatOnce(held));
      if (answer === null) continue;
      this.heard.beaten(held, answer, askedAt);
      if (answer !== "held" && answer !== "unheard") return this.drop(held);
    }
  }

  /** Null if the service was not reached. */
  async #beatOnce({ path }: Held): Promise<Beaten | null> {
    const schema = z.object({ lease: z.enum(["held", "lost"]) });
    try {
      return (await this.client.call(schema, { method: "POST", path: `${path}/heartbeats`, lane: "beat" }))
        .lease;
    } catch (cause) {
      if (cause instanceof RefusedError) return cause.status;
      if (cause instanceof AnswerLost) return "unheard";
      if (cause instanceof TypeError) return null;
      throw cause;
    }
  }

  async #untilChanged(ended: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    ended.addEventListener("abort", () => resolve(), { once: true });
    await Promise.race([this.#changed.promise, promise]);
  }
}
