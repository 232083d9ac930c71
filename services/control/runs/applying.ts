import { approvalStream } from "../../../store/approvals/stream.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
import type { Core } from "../../ground/kernel/context.ts";

/** Returns whether an approved patch is being written, until its run has ended: half of one would be worse than a late stop. */
export function isApplying({ store }: Pick<Core, "store">, { approvalId, status }: RunDocument): boolean {
  const application = approvalId && store.documents.get(approvalStream, approvalId)?.application;
  // While the run is paused an approved patch is only ready: nothing has been written yet.
  return application === "applying" ||
    (status === "running" && (application === "ready" || application === "applied"));
}
