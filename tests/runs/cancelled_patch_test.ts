import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { canary, sightings } from "../store/canaries.ts";

Deno.test("nothing of a patch is left once its run was cancelled while it was stored, and deleted", async () => {
  using repository = TestRepository.make();
  const written = Promise.withResolvers<void>();
  const cancelled = Promise.withResolvers<void>();
  const boundary = async (point: string) => {
    if (point !== "bundle:written") return;
    written.resolve();
    await cancelled.promise;
  };
  await using h = await harness({ workers: 1, boundary });
  const word = canary("patch");
  const body = { request: `create b.txt with "${word}"`, repoPath: repository.root };
  const { id } = await h.operator("POST /coordinator/runs", { body });
  await written.promise;
  const cancelling = h.operator("POST /runs/:id/cancel", { params: { id } });
  for (let status = ""; status !== "cancelled";) {
    ({ status } = await h.operator("GET /runs/:id", { params: { id } }));
  }
  cancelled.resolve();
  await cancelling;
  await h.operator("POST /runs/:id/delete", { params: { id } });
  assert.deepEqual(sightings(h.directory, [word]), []);
});
