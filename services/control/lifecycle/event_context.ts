import type { RunDocument } from "../../../store/runs/document.ts";

/** Returns the context of a run's events, by which its timeline, its conversation and its erasure find them. */
export const contextOf = (run: Pick<RunDocument, "id" | "conversationId">) => ({
  runId: run.id,
  ...(run.conversationId && { conversationId: run.conversationId }),
});
