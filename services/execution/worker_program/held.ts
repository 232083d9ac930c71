import type { Core } from "../../ground/kernel/context.ts";
import type { LeasedTask, Manifest } from "../../workforce/worker_machines/wire/mod.ts";
import type { ExecutorLive } from "../commands/live.ts";
import type { Slot } from "../commands/pool.ts";
import { type MachineClient, RefusedError } from "./client.ts";
import type { WorkSlots } from "./work_slots.ts";

/** A lease that this machine holds until the signal is aborted. */
export type HeldLease = {
  service: Pick<Core, "pause">;
  manifest: Pick<Manifest, "leaseId" | "runId">;
  signal: AbortSignal;
  /** Ends the work with a failure. */
  fail: (cause: unknown) => void;
};

/** A task that this machine holds, and the slot that it works in. */
export type HeldTask = HeldLease & {
  service: Core & ExecutorLive;
  client: MachineClient;
  manifest: LeasedTask;
  slot: Slot;
  slots: WorkSlots;
};

/** How long to wait before what got no answer is sent again. */
const RESEND_MILLISECONDS = 1_000;

/** Sends again what got no answer, as long as the lease lasts: what was accepted is accepted again. */
export async function untilAnswered<Answer>(
  { service, signal }: Pick<HeldLease, "service" | "signal">,
  send: () => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    try {
      return await send();
    } catch (cause) {
      if (cause instanceof RefusedError) throw cause;
      signal.throwIfAborted();
      await service.pause(RESEND_MILLISECONDS, signal);
    }
  }
}

/** How much longer than it asked for a request waits for its answer: the connection may be dead without a sign. */
const GRACE_MILLISECONDS = 15_000;

/** Returns a signal that is also aborted when a request that waits so long at the control plane should have been answered. */
export const withTimeout = (signal: AbortSignal, waitSeconds: number): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(waitSeconds * 1000 + GRACE_MILLISECONDS)]);
