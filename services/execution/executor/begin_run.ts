import { runStream } from "../../../store/runs/stream.ts";
import { contextFor, type Core } from "../../ground/kernel/context.ts";
import { moveRun } from "../../control/lifecycle/runs.ts";

/** Starts a queued run: from now on this service executes it. Does nothing if it is no longer queued. */
export async function beginRun(service: Core, runId: string): Promise<void> {
  const ctx = contextFor(service, "coordinator");
  await service.store.commit(() => {
    const run = service.store.documents.get(runStream, runId);
    if (run?.status !== "queued") return;
    moveRun(ctx, runId, "start", { holder: service.holder });
  });
}
