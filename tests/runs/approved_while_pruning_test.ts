import assert from "node:assert/strict";
import { REVIEWED, TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { runToRest } from "./scenario.ts";

Deno.test("an approval answers once its patch is written, also where a prune of another run was under way", async () => {
  await using h = await harness({ workers: 1 });
  using repository = TestRepository.make();
  const [run, other] = [
    await runToRest(h, repository, { request: 'create b.txt with "b"' }),
    await runToRest(h, repository, { request: 'create c.txt with "c"' }),
  ];
  await h.operator("POST /runs/:id/cancel", { params: { id: other.id }, body: {} });
  const params = { id: pendingOf(run).id };
  const deleted = Promise.withResolvers<void>();
  const approved = deleted.promise.then(() =>
    h.operator("POST /approvals/:id/approve", { params, body: REVIEWED })
  );
  const { service: { execution } } = h;
  const prune = execution.prune.bind(execution);
  execution.prune = () => {
    const pruned = prune();
    deleted.resolve();
    return pruned;
  };
  await h.operator("POST /runs/:id/delete", { params: { id: other.id } });
  assert.equal((await approved).application, "applied");
  assert.equal(repository.read("b.txt"), "b");
});
