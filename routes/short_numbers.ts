import { approvalStream } from "../store/approvals/stream.ts";
import type { DocumentReader } from "../store/documents.ts";
import { runStream } from "../store/runs/stream.ts";

/**
 * The path parameters with the run's id in the place of its short number, `41` or `#41`. Where an approval is read, the number
 * stands for the newest approval of its run; where one is decided it stands for nothing, since there may be a newer one by then.
 */
export function withIds(
  documents: DocumentReader,
  key: string,
  params: Record<string, string>,
): Record<string, string> {
  const number = /^#?(\d{1,15})$/.exec(params.id ?? "")?.[1];
  if (number === undefined) return params;
  const ofRun = key.includes(" /runs/:id");
  if (!ofRun && !key.startsWith("GET /approvals/:id")) return params;
  const runId = documents.idOfNumber(runStream, Number(number));
  if (runId === null) return params;
  if (ofRun) return { ...params, id: runId };
  const [newest] = documents.find(approvalStream, { runId }, { limit: 1, newestFirst: true });
  return newest ? { ...params, id: newest.id } : params;
}
