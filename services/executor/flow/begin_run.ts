import { runStream } from "../../../store/runs/stream.ts";
import { contextFor, type Core } from "../../kernel/context.ts";
import { moveRun } from "../../lifecycle/runs.ts";

/** Takes a queued run up: from now on this service executes it. One that is not queued any more is left alone. */
export async function beginRun(service: Core, runId: string): Promise<void> {
  const ctx = contextFor(service, "coordinator");
  await service.store.commit(() => {
    const run = service.store.documents.get(runStream, runId);
    if (run?.status !== "queued") return;
    moveRun(ctx, runId, "start", { holder: service.holder });
  });
}
