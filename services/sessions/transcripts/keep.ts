import { taskSessionStream } from "../../../store/task_sessions/stream.ts";
import { contextFor, type Core, record } from "../../ground/kernel/context.ts";
import { contextOf } from "../../control/lifecycle/event_context.ts";
import { keepMaterial } from "../../ground/material/keep.ts";
import { requireRun } from "../../control/runs/read_model.ts";
import type { TranscriptEntry } from "./schemas.ts";
import { searchTextOf } from "./search_text.ts";

/** A transcript as it is stored. */
type FinishedTranscript = {
  number: number;
  attempt: number;
  startedAt: string;
  entries: readonly TranscriptEntry[];
  /** The service stopped while it was being written. */
  interrupted: boolean;
};

/** Stores a transcript as material of its run, which is erased with the run. One without entries is not stored. */
export async function keepTranscript(
  service: Core,
  taskSessionId: string,
  { number, attempt, startedAt, entries, interrupted }: FinishedTranscript,
): Promise<void> {
  const session = service.store.documents.get(taskSessionStream, taskSessionId);
  if (!session || entries.length === 0) return;
  const ctx = contextFor(service, "coordinator");
  const lines = entries.map((entry) => JSON.stringify(entry) + "\n").join("");
  await keepMaterial(ctx, {
    content: new TextEncoder().encode(lines),
    owner: { kind: "run", id: session.runId },
    until: null,
    named: (materialId) => {
      const data = {
        number,
        attempt,
        materialId,
        entries: entries.length,
        startedAt,
        interrupted,
        ...searchTextOf(service, entries),
      };
      record(ctx, taskSessionStream, taskSessionId, [{ type: "task_session.transcript_kept", data }], {
        ...contextOf(requireRun(ctx, session.runId)),
        taskSessionId,
      });
    },
  });
}
