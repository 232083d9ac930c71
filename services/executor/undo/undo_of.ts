import { type ApprovalDocument, approvalStream } from "../../../store/approvals/stream.ts";
import type { Core } from "../../kernel/context.ts";

/** What an approval is about that takes a run back. */
export const UNDO = "undo";

/** Returns the approval that takes a run back: one that waits, is being done, or was done; null where there is none. */
export function undoOf({ store }: Pick<Core, "store">, runId: string): ApprovalDocument | null {
  const asked = store.documents.find(approvalStream, { runId }, { limit: 1000 })
    .filter(({ subject }) => subject?.kind === UNDO);
  return asked.findLast(({ status, application }) =>
    status === "pending" || ["ready", "applying", "applied"].includes(application)
  ) ?? null;
}
