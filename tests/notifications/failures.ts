import { contextFor, record } from "../../services/ground/kernel/context.ts";
import type { StatusReason } from "../../store/runs/document.ts";
import { runStream } from "../../store/runs/stream.ts";
import type { Harness } from "../harness.ts";

/** Records runs that failed, each of which is one notification; gives their ids. */
export async function failures(
  { service }: Pick<Harness, "service">,
  howMany: number,
  reason: StatusReason = "timeout",
): Promise<string[]> {
  const ids = Array.from({ length: howMany }, () => service.newId("run"));
  for (let from = 0; from < howMany; from += 1000) {
    await service.store.commit(() => {
      const ctx = contextFor(service, "system");
      for (const id of ids.slice(from, from + 1000)) {
        record(ctx, runStream, id, [
          {
            type: "run.created",
            data: { kind: "coordinator", request: `do ${id}`, repoPath: "/r", attempt: 1 },
          },
          { type: "run.failed", data: { reason, detail: "It took too long." } },
        ], { runId: id });
      }
    });
  }
  return ids;
}
