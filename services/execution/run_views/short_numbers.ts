import { approvalStream } from "../../../store/approvals/stream.ts";
import { runStream } from "../../../store/runs/stream.ts";
import type { Core } from "../../ground/kernel/context.ts";

/** Returns the id of the run with a short number, or null. */
export const runOfNumber = ({ store }: Pick<Core, "store">, number: number): string | null =>
  store.documents.idOfNumber(runStream, number);

/** Returns the newest approval of the run with a short number, or null. */
export function approvalOfNumber(core: Pick<Core, "store">, number: number): string | null {
  const runId = runOfNumber(core, number);
  if (runId === null) return null;
  const page = { limit: 1, newestFirst: true };
  return core.store.documents.find(approvalStream, { runId }, page)[0]?.id ?? null;
}
