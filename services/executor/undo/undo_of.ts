import { type ApprovalDocument, approvalStream } from "../../../store/approvals/stream.ts";
import type { Core } from "../../kernel/context.ts";

/** The subject kind of an approval that undoes a run. */
export const UNDO = "undo";

/** Returns the approval that undoes a run: pending, in progress or done; null without one. */
export function undoOf({ store }: Pick<Core, "store">, runId: string): ApprovalDocument | null {
  const asked = store.documents.find(approvalStream, { runId }, { limit: 1000 })
    .filter(({ subject }) => subject?.kind === UNDO);
  return asked.findLast(({ status, application }) =>
    status === "pending" || ["ready", "applying", "applied"].includes(application)
  ) ?? null;
}
