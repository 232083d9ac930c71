import { contextFor, record } from "../../services/ground/kernel/context.ts";
import { runStream } from "../../store/runs/stream.ts";
import type { Harness } from "../harness.ts";

/** Records runs of the service itself that completed, each of which is one notification; gives their ids. */
export async function completions(
  { service }: Pick<Harness, "service">,
  repoPath: string,
  howMany: number,
): Promise<string[]> {
  const ids = Array.from({ length: howMany }, () => service.newId("run"));
  for (let from = 0; from < howMany; from += 1000) {
    await service.store.commit(() => {
      const ctx = contextFor(service, "system");
      for (const id of ids.slice(from, from + 1000)) {
        record(ctx, runStream, id, [
          {
            type: "run.created",
            data: { kind: "coordinator", request: `do ${id}`, repoPath, attempt: 1 },
          },
          { type: "run.completed", data: { detail: "It is done." } },
        ], { runId: id });
      }
    });
  }
  return ids;
}
