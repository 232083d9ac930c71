import { z } from "zod";
import type { Core } from "../../ground/kernel/context.ts";
import { VERSION } from "../../ground/kernel/version.ts";
import { providersOf } from "../../sessions/models/providers/find.ts";
import type { Readiness } from "../../sessions/models/providers/readiness.ts";
import { resolveWorker } from "../../workforce/worker_kinds/resolve.ts";
import { reasonOf } from "../../workforce/worker_machines/queue/mod.ts";
import { PROTOCOL, ticketAnswerSchema } from "../../workforce/worker_machines/wire/mod.ts";
import type { ExecutorLive } from "../commands/live.ts";
import type { MachineClient } from "./client.ts";
import { withTimeout } from "./held.ts";
import { type HeldTicket, MachineQueue } from "./queue.ts";

/** How long a request for work waits for an answer. */
const WAIT_SECONDS = 20;

/** How long tickets are asked for at the door after the database could not be used. */
const DOOR_MILLISECONDS = 30_000;

const atTheDoor = { complete: () => Promise.resolve(), [Symbol.dispose]: () => {} };

/** Where a machine gets its tickets: from its queue where the control plane has one, else at the door. */
export class Tickets {
  readonly #queue: MachineQueue;
  #doorUntil = -Infinity;
  #needsLogin: boolean;

  constructor(
    readonly program: {
      service: Core & ExecutorLive;
      client: MachineClient;
      directory: string;
      authority?: string | null;
      claims?: readonly string[];
      say: (line: string) => void;
    },
  ) {
    this.#queue = new MachineQueue(program.service, program.directory, program.authority ?? null);
    this.#needsLogin = !this.#queue.isKnown;
  }

  /** Waits for a ticket; null if there was none. Throws if the control plane cannot be asked. */
  async next(warm: string[], signal: AbortSignal): Promise<HeldTicket | null> {
    const { service, client, say, claims } = this.program;
    const sandbox = await service.sandbox.find();
    const mayUseQueue = performance.now() >= this.#doorUntil;
    const { ticket, queue } = await client.call(ticketAnswerSchema, {
      method: "POST",
      path: "/worker/tickets",
      signal: withTimeout(signal, WAIT_SECONDS),
      body: {
        protocol: PROTOCOL,
        version: VERSION,
        sandbox: sandbox.available
          ? { confined: true, detail: "in a sandbox" }
          : { confined: false, detail: `without a sandbox: ${sandbox.reason}` },
        facts: { os: Deno.build.os, arch: Deno.build.arch },
        ...(claims && { claims }),
        ...installedWorkers(service),
        warm,
        waitSeconds: WAIT_SECONDS,
        ...(mayUseQueue && { queue: this.#needsLogin ? "renew" : "use" }),
      },
    });
    if (!queue) return ticket && { ticket, ...atTheDoor };
    this.#needsLogin = false;
    try {
      return await this.#queue.next(queue, WAIT_SECONDS, signal);
    } catch (cause) {
      say(
        `The database of tickets cannot be used: ${
          service.redactor.text(reasonOf(cause))
        } Asking at the door.`,
      );
      // A new login helps where the old one is gone, such as after the database was restored; only that is tried at once.
      this.#needsLogin = isRefusal(cause);
      const isNew = queue.url !== null;
      this.#doorUntil = performance.now() + (this.#needsLogin && !isNew ? 0 : DOOR_MILLISECONDS);
      await this.#queue.close();
      return null;
    }
  }

  /** Ends the connection; with `forget` also the login. */
  async close({ forget = false } = {}): Promise<void> {
    await (forget ? this.#queue.forget() : this.#queue.close());
  }
}

/** The providers of this machine's own configuration whose programs can start now, and those that lack only models. */
function installedWorkers(service: Core & ExecutorLive): { workers: string[]; programs: string[] } {
  const found = providersOf(service).flatMap(({ id }) => {
    const resolved = resolveWorker(service, { provider: id });
    if ("unknown" in resolved || resolved.worker.elsewhere !== "installed") return [];
    return [{ id, readiness: resolved.worker.readiness() }];
  });
  const named = (are: (readiness: Readiness) => boolean | undefined) =>
    found.filter(({ readiness }) => are(readiness)).map(({ id }) => id);
  return {
    workers: named((readiness) => readiness.ready),
    programs: named((readiness) => !readiness.ready && readiness.lacksServer),
  };
}

/** Whether the database itself refused this machine: its login, its queue or its rights are not there. */
function isRefusal(cause: unknown): boolean {
  const { data } = z.object({ code: z.string() }).safeParse(cause);
  return data !== undefined && /^(28|3D|3F|42)/.test(data.code);
}
