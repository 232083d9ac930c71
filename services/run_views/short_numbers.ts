import { approvalStream } from "../../store/approvals/stream.ts";
import { runStream } from "../../store/runs/stream.ts";
import type { Core } from "../kernel/context.ts";

/** The id of the run that has a short number; null when none has it. */
export const runOfNumber = ({ store }: Pick<Core, "store">, number: number): string | null =>
  store.documents.idOfNumber(runStream, number);

/** The newest approval of the run that has a short number; null when there is none. */
export function approvalOfNumber(core: Pick<Core, "store">, number: number): string | null {
  const runId = runOfNumber(core, number);
  if (runId === null) return null;
  const page = { limit: 1, newestFirst: true };
  return core.store.documents.find(approvalStream, { runId }, page)[0]?.id ?? null;
}
