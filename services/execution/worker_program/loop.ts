import { join } from "node:path";
import { z } from "zod";
import type { Core } from "../../ground/kernel/context.ts";
import { messageOf } from "../../../store/shared/message_of.ts";
import { sign } from "../../workforce/worker_machines/wire/mod.ts";
import {
  deliveredSchema,
  type DeliveryInput,
  type Manifest,
  manifestSchema,
} from "../../workforce/worker_machines/wire/mod.ts";
import { statementText } from "../../workforce/worker_machines/wire/mod.ts";
import { KeptSetups, setupsOf } from "../commands/kept_setups.ts";
import type { ExecutorLive } from "../commands/live.ts";
import { type MachineClient, RefusedError } from "./client.ts";
import { RepositoryCopies } from "./copies.ts";
import { LeaseKeeper, LostError } from "./lease_keeper.ts";
import type { HeldTicket } from "./queue.ts";
import { Tickets } from "./tickets.ts";
import { verify } from "./verify.ts";

/** What a machine works with. */
type WorkerProgram = {
  service: Core & ExecutorLive;
  client: MachineClient;
  /** The directory of the machine; the copies of repositories are below it. */
  directory: string;
  /** The labels that it was started with; absent: all that it may have. */
  claims?: readonly string[];
  /** What signed the certificates of the control plane, in PEM; absent for what this machine trusts anyway. */
  authority?: string | null;
  /** Says what happens, in one line. */
  say: (line: string) => void;
};

/** How long to wait after a failure before the control plane is asked again. */
const AGAIN_MILLISECONDS = 5_000;

/** How long to wait before what got no answer is sent again. */
const RESEND_MILLISECONDS = 1_000;

/**
 * Does verifications one after the other until the signal is aborted, or one of them with `once`. What is under way is then
 * finished. Throws `RefusedError` if the control plane does not know this machine any more.
 */
export async function workLoop(
  program: WorkerProgram,
  { signal, once = false }: { signal: AbortSignal; once?: boolean },
): Promise<void> {
  const { service, directory, say } = program;
  const copies = new RepositoryCopies(join(directory, "copies"));
  await Deno.mkdir(copies.directory, { recursive: true, mode: 0o700 });
  const setups = new KeptSetups(setupsOf(service.config.storageDirectory), service.now);
  const tickets = new Tickets(program);
  try {
    while (!signal.aborted) {
      await copies.sweep();
      try {
        const done = await doNext(program, { tickets, copies, setups }, signal);
        if (done && once) return;
      } catch (cause) {
        if (signal.aborted) return;
        if (cause instanceof RefusedError && (cause.status === 401 || cause.status === 403)) {
          await copies.sweep({ all: true });
          await tickets.close({ forget: true });
          throw cause;
        }
        say(`The control plane cannot be asked: ${messageOf(cause)} Asking again.`);
        await service.pause(AGAIN_MILLISECONDS, signal).catch(() => {});
      }
    }
  } finally {
    await tickets.close();
  }
}

/** What outlives a verification. */
type Kept = { tickets: Tickets; copies: RepositoryCopies; setups: KeptSetups };

/** Waits for a ticket and does what it is for. Returns false if there was none, or another machine had it. */
async function doNext(
  program: WorkerProgram,
  { tickets, ...kept }: Kept,
  signal: AbortSignal,
): Promise<boolean> {
  using found = await tickets.next(await kept.copies.list(), signal);
  if (!found) return false;
  const isDone = await doTicket(program, kept, found.ticket);
  // What got no answer is not used up: the queue gives it out again.
  await found.complete();
  return isDone;
}

/** Claims with a ticket and does what it is for. Returns false if another machine had it. */
async function doTicket(
  { service, client, say }: WorkerProgram,
  { copies, setups }: Omit<Kept, "tickets">,
  ticket: HeldTicket["ticket"],
): Promise<boolean> {
  let manifest: Manifest;
  try {
    const body = { ...ticket, have: await copies.commits() };
    manifest = await client.call(manifestSchema, { method: "POST", path: "/worker/claims", body });
  } catch (cause) {
    if (cause instanceof RefusedError && cause.status === 400) return false; // another machine was first
    throw cause;
  }
  say(`Verifying ${manifest.runId}: ${manifest.command}`);
  using keeper = new LeaseKeeper(client, manifest);
  const held = { service, client, manifest, signal: keeper.signal };
  try {
    const place = { directory: await copies.fetch(client, manifest, keeper.signal), setups };
    const { statement, output } = await verify(service, manifest, { ...place, signal: keeper.signal });
    keeper.signal.throwIfAborted();
    const bytes = new TextEncoder().encode(output);
    const path = `/worker/leases/${manifest.leaseId}/objects/${statement.outputSha256}`;
    await untilAnswered(
      held,
      () => client.call(z.object({ kept: z.string() }), { method: "PUT", path, bytes }),
    );
    await deliver(held, { statement, signature: await sign(client.identity.keys, statementText(statement)) });
    say(`Delivered ${manifest.runId}: exit code ${statement.exitCode}.`);
  } catch (cause) {
    try {
      keeper.signal.throwIfAborted();
      say(`Gave back ${manifest.runId}: ${messageOf(cause)}`);
      await deliver(held, { notDone: messageOf(cause).slice(0, 2000) || "It failed." });
    } catch (later) {
      const isOver = later instanceof LostError || (later instanceof RefusedError && later.status === 400);
      if (!isOver) throw later;
      say(`Stopped ${manifest.runId}: ${later.message}`);
    }
  }
  return true;
}

/** A lease that this machine holds until the signal is aborted. */
type Held = Pick<WorkerProgram, "service" | "client"> & { manifest: Manifest; signal: AbortSignal };

const deliver = (held: Held, body: DeliveryInput) =>
  untilAnswered(held, () => {
    const path = `/worker/leases/${held.manifest.leaseId}/delivery`;
    return held.client.call(deliveredSchema, { method: "POST", path, body });
  });

/** Sends again what got no answer, as long as the lease lasts: what was accepted is accepted again. */
async function untilAnswered<Answer>(
  { service, signal }: Held,
  send: () => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    try {
      return await send();
    } catch (cause) {
      if (cause instanceof RefusedError) throw cause;
      await service.pause(RESEND_MILLISECONDS, signal);
    }
  }
}
