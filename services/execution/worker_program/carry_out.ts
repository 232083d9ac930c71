import { z } from "zod";
import { messageOf } from "../../../store/shared/message_of.ts";
import type { Core } from "../../ground/kernel/context.ts";
import {
  deliveredSchema,
  type DeliveryInput,
  type Manifest,
  sign,
  statementText,
  type VerificationManifest,
} from "../../workforce/worker_machines/wire/mod.ts";
import type { KeptSetups } from "../commands/kept_setups.ts";
import type { ExecutorLive } from "../commands/live.ts";
import type { Slot } from "../commands/pool.ts";
import { type MachineClient, RefusedError } from "./client.ts";
import type { RepositoryCopies } from "./copies.ts";
import { type HeldLease, untilAnswered } from "./held.ts";
import { LeaseKeeper, LostError } from "./lease_keeper.ts";
import type { HeldTicket } from "./queue.ts";
import type { WorkPlace } from "./shadow_run.ts";
import { doTask } from "./task.ts";
import { verify } from "./verify.ts";
import type { WorkSlots } from "./work_slots.ts";

/** What a machine works with. */
export type WorkerProgram = {
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

/** What was claimed, and what it is done with. */
export type Claimed = {
  manifest: Manifest;
  held: HeldTicket;
  slot: Slot;
  slots: WorkSlots;
  copies: RepositoryCopies;
  setups: KeptSetups;
};

type Leased = HeldLease & Pick<WorkerProgram, "client">;

/** Does what was claimed, and delivers it or gives it back. Throws what `MachineClient` throws when nothing can be said. */
export async function carryOut(
  program: WorkerProgram,
  { manifest, held: ticket, slot, slots, copies, setups }: Claimed,
): Promise<void> {
  const { service, client, say } = program;
  using _ticket = ticket;
  using keeper = new LeaseKeeper(client, manifest);
  const failure = new AbortController();
  const signal = AbortSignal.any([keeper.signal, failure.signal]);
  const held = { service, client, signal, fail: (cause: unknown) => failure.abort(cause) };
  say(
    manifest.kind === "task"
      ? `Doing a task of ${manifest.runId}: ${manifest.task.request}`
      : `Verifying ${manifest.runId}: ${manifest.command}`,
  );
  try {
    const place = { directory: await copies.fetch(held, manifest), setups, signal };
    if (manifest.kind === "task") {
      await doTask({ ...held, slot, slots, manifest }, place);
      say(`Delivered ${manifest.runId}: a task.`);
    } else {
      const exitCode = await deliverVerification({ ...held, manifest }, program, place);
      say(`Delivered ${manifest.runId}: exit code ${exitCode}.`);
    }
  } catch (cause) {
    const why = failure.signal.aborted ? failure.signal.reason : cause;
    await giveBack({ ...held, manifest, signal: keeper.signal }, why, say);
  } finally {
    client.forget(manifest.leaseId);
  }
  // What got no answer is not used up: the queue gives it out again.
  await ticket.complete();
}

/** Verifies, and delivers what was found. Returns the exit code. */
async function deliverVerification(
  held: Leased & { manifest: VerificationManifest },
  { service }: WorkerProgram,
  place: WorkPlace,
): Promise<number> {
  const { client, manifest, signal } = held;
  const { statement, output } = await verify(service, manifest, place);
  signal.throwIfAborted();
  const bytes = new TextEncoder().encode(output);
  const path = `/worker/leases/${manifest.leaseId}/objects/${statement.outputSha256}`;
  await untilAnswered(
    held,
    () => client.call(z.object({ kept: z.string() }), { method: "PUT", path, bytes }),
  );
  const signature = await sign(client.identity.keys, statementText(statement));
  await deliver(held, { statement, signature });
  return statement.exitCode;
}

/** Says why the work was not done, unless the lease is over. */
async function giveBack(held: Leased, cause: unknown, say: WorkerProgram["say"]): Promise<void> {
  const { runId } = held.manifest;
  try {
    held.signal.throwIfAborted();
    if (isOver(cause)) throw cause;
    say(`Gave back ${runId}: ${messageOf(cause)}`);
    await deliver(held, { notDone: messageOf(cause).slice(0, 2000) || "It failed." });
  } catch (later) {
    if (!isOver(later)) throw later;
    say(`Stopped ${runId}: ${messageOf(later)}`);
  }
}

const isOver = (cause: unknown): boolean =>
  cause instanceof LostError || (cause instanceof RefusedError && cause.status === 400);

const deliver = (held: Leased, body: DeliveryInput) =>
  untilAnswered(held, () => {
    const path = `/worker/leases/${held.manifest.leaseId}/delivery`;
    return held.client.call(deliveredSchema, { method: "POST", path, body });
  });
