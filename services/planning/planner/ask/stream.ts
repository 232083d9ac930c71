import type { Ctx } from "../../../ground/kernel/context.ts";
import { explainError } from "../../../ground/kernel/errors.ts";
import { HEARTBEAT, HEARTBEAT_MILLISECONDS, RETRY } from "../../../ground/kernel/event_frames.ts";
import type { ModelsLive } from "../../../sessions/models/providers/settings/live.ts";
import { answering } from "./ask.ts";
import type { PlannerAskInput } from "./records/schemas.ts";

/** Returns an answer as server-sent events; sentences are sent as they are proved. */
export function streamAnswer(ctx: Ctx<ModelsLive>, input: PlannerAskInput): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const frame = (event: string, data: unknown) =>
    encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  const gone = new AbortController();
  const said = answering(ctx, input, gone.signal);
  let next: ReturnType<typeof said.next> | null = null;
  return new ReadableStream({
    start: (controller) => controller.enqueue(RETRY),
    pull: async (controller) => {
      try {
        next ??= said.next();
        const step = await beforeHeartbeat(ctx, next);
        if (step === null) return controller.enqueue(HEARTBEAT);
        next = null;
        if (step.done) controller.close();
        else controller.enqueue(frame(step.value.event, step.value.data));
      } catch (cause) {
        if (gone.signal.aborted) return;
        const known = explainError(cause)?.error;
        if (!known) ctx.log.error("A question to the planner could not be answered", cause);
        const error = ctx.redactor.text(known?.message ?? "See this service's log.");
        controller.enqueue(frame("error", { error }));
        controller.close();
      }
    },
    cancel: () => {
      gone.abort();
      void said.return(undefined);
    },
  });
}

/** Returns what comes next; null if that takes so long that the stream has to show that it is alive. */
async function beforeHeartbeat<Step>(
  { pause }: Pick<Ctx, "pause">,
  next: Promise<Step>,
): Promise<Step | null> {
  const over = new AbortController();
  const silence = pause(HEARTBEAT_MILLISECONDS, over.signal).then(() => null, () => null);
  next.catch(() => {}); // it may fail while nobody reads
  try {
    return await Promise.race([next, silence]);
  } finally {
    over.abort();
  }
}
