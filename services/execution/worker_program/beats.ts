import { heartbeatSchema } from "../../workforce/worker_machines/wire/mod.ts";
import { type Beats, RefusedError } from "./client.ts";

/**
 * Renews a lease from this thread. It is lost when the control plane says so, and when no heartbeat was accepted for two thirds of
 * its time, counted from when the last accepted one was sent: before the control plane gives the work to another machine.
 */
export const beatHere: Beats = (client, { leaseId, leaseMilliseconds }, lost) => {
  let fence: ReturnType<typeof setTimeout> | undefined;
  let next: ReturnType<typeof setTimeout> | undefined;
  const holdFrom = (sentAt: number) => {
    clearTimeout(fence);
    const left = sentAt + (leaseMilliseconds * 2) / 3 - performance.now();
    fence = setTimeout(() => lost("The control plane did not answer in time."), Math.max(0, left));
  };
  const renewIn = (milliseconds: number) => {
    if (!disposed) next = setTimeout(() => void renew(), Math.max(0, milliseconds));
  };
  const third = leaseMilliseconds / 3;
  const renew = async () => {
    const sentAt = performance.now();
    const path = `/worker/leases/${leaseId}/heartbeats`;
    // One that gets no answer must not hold up the next, nor those of other leases: they share a lane.
    const signal = AbortSignal.timeout(third / 2);
    try {
      const { lease } = await client.call(heartbeatSchema, { method: "POST", path, lane: "beat", signal });
      if (disposed) return;
      if (lease === "lost") {
        return lost("The control plane has given the work to another machine, or does not need it any more.");
      }
      holdFrom(sentAt);
      renewIn(sentAt + third - performance.now());
    } catch (cause) {
      // Without an answer the time runs out; a refusal is one.
      if (cause instanceof RefusedError) lost(cause.message);
      else renewIn(third / 10);
    }
  };
  let disposed = false;
  // The control plane renewed it last at most a third ago, while it prepared the answer.
  holdFrom(performance.now() - third);
  void renew();
  return {
    [Symbol.dispose]: () => {
      disposed = true;
      clearTimeout(next);
      clearTimeout(fence);
    },
  };
};
