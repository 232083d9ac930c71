import type { Ctx } from "../../../ground/kernel/context.ts";
import { explainError } from "../../../ground/kernel/errors.ts";
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
  return new ReadableStream({
    pull: async (controller) => {
      try {
        const { value, done } = await said.next();
        if (done) controller.close();
        else controller.enqueue(frame(value.event, value.data));
      } catch (cause) {
        if (gone.signal.aborted) return;
        const known = explainError(cause)?.error;
        if (!known) ctx.log.error("A question to the planner could not be answered", cause);
        controller.enqueue(frame("error", { error: known?.message ?? "See this service's log." }));
        controller.close();
      }
    },
    cancel: () => {
      gone.abort();
      void said.return(undefined);
    },
  });
}
