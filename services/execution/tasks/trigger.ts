import type { StoredEvent } from "../../../store/event.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
import { shownData } from "../../../store/runs/shown_data.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { NotFoundError } from "../../ground/kernel/errors.ts";
import { readMaterial } from "../../ground/material/read.ts";
import { StepFailed } from "../commands/interrupts.ts";
import { indented, parseForWorkflow } from "../../ground/parsing/long_numbers.ts";
import type { OutsideContent } from "../../workforce/workers/outside.ts";
import { isFromOutside } from "../../control/runs/origin.ts";

/**
 * Returns what the expressions of a run can read about its trigger. A run refers to the body of a delivery or an event by name
 * only, so erased content is gone; a run that still needs it fails.
 */
export async function triggerOf(
  ctx: Ctx,
  { trigger = {} }: Pick<RunDocument, "trigger">,
): Promise<Record<string, unknown>> {
  const { materialId, bodySha256: _, eventSequence, ...facts } = trigger;
  return {
    kind: "manual",
    ...facts,
    ...(facts.kind === "webhook" && { body: null }),
    ...(typeof materialId === "string" && { body: parseForWorkflow(await bodyOf(ctx, materialId)) }),
    ...(typeof eventSequence === "number" &&
      { event: eventAt(ctx, eventSequence, "The event that started this run was erased.") }),
  };
}

async function bodyOf(ctx: Ctx, materialId: string): Promise<string> {
  try {
    return new TextDecoder().decode(await readMaterial(ctx, materialId));
  } catch (cause) {
    if (!(cause instanceof NotFoundError)) throw cause;
    throw new StepFailed("invalid_input", "The request body is no longer stored. Send it again.");
  }
}

/** Returns a log entry as expressions read it. Throws `StepFailed` with `erased` where it was erased. */
export function eventAt({ store }: Ctx, sequence: number, erased: string): Record<string, unknown> {
  const [event] = store.events.after(sequence - 1, 1);
  if (event?.seq !== sequence || event.data === null) throw new StepFailed("invalid_input", erased);
  return eventFacts(event);
}

/** An event as expressions read it. */
export const eventFacts = (
  event: StoredEvent,
): Record<string, unknown> => {
  const { type, stream, actor, at, runId } = event;
  return { type, subject: stream, actor, at, runId: runId ?? null, data: shownData(event) };
};

/** The largest part of outside content that a worker is shown. */
const MAX_CHARACTERS = 32 * 1024;

/** Returns the outside content that started a run, for the worker of its request; null without any. Workflow nodes name what they read. */
export async function outsideOf(
  ctx: Ctx,
  run: Pick<RunDocument, "trigger" | "definitionSha256">,
): Promise<OutsideContent | null> {
  if (run.definitionSha256 || !isFromOutside(run)) return null;
  const materialId = run.trigger?.materialId;
  const [name, text] = typeof materialId === "string"
    ? ["trigger.body", indented(await bodyOf(ctx, materialId))]
    : await outsideFacts(ctx, run);
  if (text.length <= MAX_CHARACTERS) return { name, text };
  return { name, text: `${text.slice(0, MAX_CHARACTERS)}\n[cut after ${MAX_CHARACTERS} characters]` };
}

async function outsideFacts(
  ctx: Ctx,
  run: Pick<RunDocument, "trigger">,
): Promise<[name: string, text: string]> {
  const { body, event } = await triggerOf(ctx, run);
  return event === undefined
    ? ["trigger.body", JSON.stringify(body, null, 2)]
    : ["trigger.event", JSON.stringify(event, null, 2)];
}
