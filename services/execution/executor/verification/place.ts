import type { ReportedBy } from "../../../../store/worker_machines/document.ts";
import { revokeMachine } from "../../../workforce/worker_machines/revoke.ts";
import { contextFor } from "../../../ground/kernel/context.ts";
import type { Offer } from "../../../workforce/worker_machines/leases/mod.ts";
import type { StepPorts } from "../../commands/ports.ts";
import type { BasePort } from "../base/check.ts";
import { type VerifierRequest, type VerifierResult, verifyHere } from "../../commands/verify_here.ts";
import { offerVerification } from "./offer.ts";
import { type ReportedResult, resultOf } from "./there.ts";

/** How long a machine that was given a ticket has to claim it before this one begins. */
const TICKET_MILLISECONDS = 5_000;

/** How long this one waits where no machine has a ticket yet: between two requests for work there is a moment. */
const REQUEST_MILLISECONDS = 1_000;

/** What the verifier found, on this machine or on another one. */
export type PlacedResult = VerifierResult & { reportedBy?: ReportedBy };

/**
 * Runs the verifier on the result of a round: on a worker machine that is free and may do it, otherwise on this one as soon as it
 * has a slot. Of what machines report, a share is verified here as well. Throws and returns what `verifyHere` does.
 */
export async function verifyAnywhere(
  step: StepPorts & BasePort,
  request: VerifierRequest,
): Promise<PlacedResult | "waits"> {
  const offer = await offerVerification(step, request.run);
  if (!offer) return await inSlot(step, request);
  const found = await reportOrSlot(step, offer, request.signal);
  if (typeof found === "function") return await inSlot(step, request, found);
  if (Math.random() < step.ctx.machines.checkedShare) return await checked(step, request, found);
  request.onOutput?.(found.output);
  return found;
}

/** Runs the verifier here, in a slot of this machine. */
async function inSlot(
  step: StepPorts & BasePort,
  request: VerifierRequest,
  acquired?: () => void,
): Promise<VerifierResult | "waits"> {
  const release = acquired ?? await step.pool.acquire(request.signal);
  try {
    step.base.begin(step);
    return await verifyHere(step, request);
  } finally {
    release();
  }
}

/** Returns what a machine reports, or how to release a slot of this one, which is free first or has to do it after all. */
async function reportOrSlot(
  step: StepPorts,
  offer: Offer,
  signal: AbortSignal,
): Promise<ReportedResult | (() => void)> {
  let why = "The run was stopped.";
  try {
    for (;;) {
      const release = await firstFree(step, offer, signal);
      if (release) {
        why = "This machine was free first.";
        return release;
      }
      const result = await resultOf(step, offer, signal);
      if (result === null) return await step.pool.acquire(signal);
      if (result !== "lost") return result;
    }
  } finally {
    await step.ctx.machines.withdraw(step.ctx, offer, why);
  }
}

/** Returns how to release a slot of this machine; null if a worker machine was first. */
async function firstFree(step: StepPorts, offer: Offer, signal: AbortSignal): Promise<(() => void) | null> {
  const taken = offer.taken.then(() => null);
  const settled = new AbortController();
  const waiting = AbortSignal.any([signal, settled.signal]);
  try {
    const wait = (milliseconds: number) =>
      Promise.race([taken, step.ctx.pause(milliseconds, waiting).catch(() => {})]);
    if (offer.isTicketed || step.ctx.machines.hasMachineFor(offer.work, true)) {
      await wait(REQUEST_MILLISECONDS);
    }
    if (offer.isTicketed) await wait(TICKET_MILLISECONDS - REQUEST_MILLISECONDS);
    const slot = step.pool.acquire(waiting);
    const release = await Promise.race([taken, slot]);
    if (release === null) slot.then((late) => late(), () => {}); // a slot that came too late is free again
    return release;
  } finally {
    settled.abort();
  }
}

const hasPassed = ({ exitCode, timedOut }: VerifierResult): boolean => exitCode === 0 && !timedOut;

/** Verifies a report here. A machine that said otherwise twice in a row is revoked; what was found here counts. */
async function checked(
  step: StepPorts & BasePort,
  request: VerifierRequest,
  reported: ReportedResult,
): Promise<PlacedResult | "waits"> {
  const { reportedBy } = reported;
  const found = await inSlot(step, request);
  if (found === "waits") return found;
  if (hasPassed(found) === hasPassed(reported)) {
    return { ...reported, reportedBy: { ...reportedBy, checkedHere: "same" } };
  }
  const again = await inSlot(step, request);
  if (again === "waits") return again;
  const isFlaky = hasPassed(again) === hasPassed(reported);
  if (!isFlaky) {
    const detail = `It reported that the verifier of ${step.runId} ${
      hasPassed(reported) ? "passed" : "failed"
    }, and here it ${hasPassed(found) ? "passed" : "failed"} twice.`;
    await revokeMachine(contextFor(step.ctx, "system"), reportedBy.machineId, detail);
  }
  return { ...found, reportedBy: { ...reportedBy, checkedHere: isFlaky ? "flaky" : "different" } };
}
