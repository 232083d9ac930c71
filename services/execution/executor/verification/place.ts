import type { RunDocument } from "../../../../store/runs/document.ts";
import type { ReportedBy } from "../../../../store/worker_machines/document.ts";
import { revokeMachine } from "../../../workforce/worker_machines/revoke.ts";
import { contextFor } from "../../../ground/kernel/context.ts";
import type { Offer } from "../../../workforce/worker_machines/leases/mod.ts";
import type { BasePort, StepPorts } from "../../commands/ports.ts";
import { type VerifierRequest, type VerifierResult, verifyHere } from "../../commands/verify_here.ts";
import { moveRun } from "../../../control/lifecycle/runs.ts";
import { firstFree, REQUEST_MILLISECONDS } from "../../commands/first_free.ts";
import { StepFailed } from "../../commands/interrupts.ts";
import { HERE_WAIT, MACHINE_WAIT } from "./missing.ts";
import { offerVerification, type Placing } from "./offer.ts";
import { type ReportedResult, resultOf } from "./there.ts";

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
  const placing = await offerVerification(step, request.run);
  if ("nobody" in placing) return await waitForMachine(step, request.run, placing);
  if ("here" in placing) return await inSlot(step, request);
  const { offer, alsoHere } = placing;
  const found = alsoHere
    ? await reportOrSlot(step, offer, request.signal)
    : await reportAlone(step, offer, request.signal);
  if (found === null) return await verifyAnywhere(step, request);
  if (typeof found === "function") return await inSlot(step, request, found);
  if (alsoHere && Math.random() < step.ctx.machines.checkedShare) return await checked(step, request, found);
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
      const release = await firstFree(step, offer, { signal });
      if (release) {
        why = "This machine was free first.";
        return release;
      }
      const result = await resultElsewhere(step, offer, signal);
      if (result === "lost") continue;
      return "notDone" in result ? await step.pool.acquire(signal) : result;
    }
  } finally {
    await step.ctx.machines.withdraw(step.ctx, offer, why);
  }
}

/**
 * Returns what a machine reports about work that this one lacks a label for; null if no machine is there any more. Throws
 * `StepFailed` if a machine took it and could not do it.
 */
async function reportAlone(
  step: StepPorts,
  offer: Offer,
  signal: AbortSignal,
): Promise<ReportedResult | null> {
  let why = "The run was stopped.";
  try {
    for (;;) {
      while (offer.machineId === null && !offer.isOver) {
        if (!step.ctx.machines.hasMachineFor(offer.work)) {
          why = "No machine that may do it is there any more.";
          return null;
        }
        await Promise.race([offer.taken, step.ctx.pause(REQUEST_MILLISECONDS, signal)]);
      }
      const result = await resultElsewhere(step, offer, signal);
      if (result === "lost") continue;
      if (!("notDone" in result)) return result;
      throw new StepFailed("process_lost", `${result.notDone} This machine lacks what the run needs.`);
    }
  } finally {
    await step.ctx.machines.withdraw(step.ctx, offer, why);
  }
}

type Nobody = Extract<Placing, { nobody: string }>;

/** Makes the run wait until a machine appears that may verify its result. */
async function waitForMachine(step: StepPorts, run: RunDocument, { nobody, only }: Nobody): Promise<"waits"> {
  const since = step.ctx.now().toISOString();
  await step.advance(run.round, () => {
    const waitingFor = {
      kind: "dependency" as const,
      id: only ? HERE_WAIT : MACHINE_WAIT,
      since,
      detail: nobody,
    };
    moveRun(step.ctx, run.id, "wait", { waitingFor });
  });
  return "waits";
}

async function resultElsewhere(step: StepPorts, offer: Offer, signal: AbortSignal) {
  using _elsewhere = step.elsewhere();
  return await resultOf(step, offer, signal);
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
