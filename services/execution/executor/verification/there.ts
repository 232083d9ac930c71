import type { ReportedBy } from "../../../../store/worker_machines/document.ts";
import {
  isIndependent,
  madeBy,
  type Offer,
  requireMachine,
} from "../../../workforce/worker_machines/leases/mod.ts";
import { Halted } from "../../commands/interrupts.ts";
import type { RunPort } from "../../commands/ports.ts";
import type { VerifierResult } from "../../commands/verify_here.ts";

/** How long a machine may have a verification: half an hour each for its setup and its verifier, and time to get the files. */
const MAX_MILLISECONDS = 90 * 60 * 1000;

/** What a worker machine found, and who says so. */
export type ReportedResult = VerifierResult & { reportedBy: ReportedBy };

/**
 * Waits for what comes of an offer that a machine has taken: what it reports, why it cannot do it, or "lost" if it is lost and
 * another one may take it, as if it reports nothing for too long. Throws `Halted` with the signal.
 */
export async function resultOf(
  step: RunPort,
  offer: Offer,
  signal: AbortSignal,
): Promise<ReportedResult | "lost" | { notDone: string }> {
  const { promise: halted, reject } = Promise.withResolvers<never>();
  const halt = () => reject(new Halted());
  signal.addEventListener("abort", halt, { once: true });
  const ended = new AbortController();
  try {
    signal.throwIfAborted();
    step.ctx.pause(MAX_MILLISECONDS, ended.signal).then(() => takeBack(step, offer), () => {});
    const outcome = await Promise.race([offer.outcome, offer.lost.then(() => "lost" as const), halted]);
    if (outcome === "lost") return outcome;
    if ("notDone" in outcome) return outcome;
    if (!("delivery" in outcome)) throw new TypeError(`The outcome of ${offer.id} is that of a task.`);
    const { delivery: { statement, signature, machineId }, output } = outcome;
    const machine = requireMachine(step.ctx, machineId);
    const { name, publicKey } = machine;
    const makers = madeBy(step.ctx, step.run());
    const { exitCode, timedOut, durationMilliseconds, confinement } = statement;
    return {
      exitCode,
      timedOut,
      durationMilliseconds,
      confinement,
      output,
      reportedBy: {
        machineId,
        name,
        statement,
        signature,
        publicKey: publicKey!,
        madeBy: makers,
        independent: isIndependent(machine, makers),
      },
    };
  } finally {
    signal.removeEventListener("abort", halt);
    ended.abort();
  }
}

/** A machine whose verification does not end may still renew its lease. */
async function takeBack({ ctx: { machines } }: RunPort, offer: Offer): Promise<void> {
  const lease = machines.leaseOn(offer);
  if (lease) await machines.giveBack(lease, "It did not report in time.");
}
