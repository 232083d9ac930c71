import { TestRepository } from "../git.ts";
import type { Harness } from "../harness.ts";
import { untilEvent } from "./until.ts";

/** Fills the one slot of a service with work that ends when this is disposed, so that all else is done on worker machines. */
export async function occupied(h: Harness): Promise<AsyncDisposable> {
  const repository = TestRepository.make();
  const { id } = await h.operator("POST /coordinator/runs", {
    body: { request: "run sleep 600", repoPath: repository.root, here: true },
  });
  await untilEvent(h, "process.started");
  return {
    [Symbol.asyncDispose]: async () => {
      await h.operator("POST /runs/:id/cancel", { params: { id } });
      await h.settled(id);
      repository[Symbol.dispose]();
    },
  };
}
