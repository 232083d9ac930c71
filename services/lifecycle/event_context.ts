import type { RunDocument } from "../../store/runs/document.ts";

/** What the events of a run carry, so that its timeline, its conversation and its erasure find them. */
export const contextOf = (run: Pick<RunDocument, "id" | "conversationId">) => ({
  runId: run.id,
  ...(run.conversationId && { conversationId: run.conversationId }),
});
