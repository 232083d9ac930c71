import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";

/** So many runs that have ended. */
async function ended(h: Harness, repository: TestRepository, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const body = { request: "run true", repoPath: repository.root };
    const { id } = await h.operator("POST /coordinator/runs", { body });
    await h.operator("POST /runs/:id/cancel", { params: { id } });
  }
}

Deno.test("POST /runs/archive archives every run that has ended, at most a hundred in one turn, and answers others between", async () => {
  await using h = await harness();
  using repository = TestRepository.make();
  await ended(h, repository, 230);
  const parts: number[] = [];
  let answered = 0;
  const unsubscribe = h.store.subscribe((events) => {
    parts.push(events.filter(({ type }) => type === "run.archived").length);
    if (parts.length === 1) h.operator("GET /runs/counts").then(() => answered = parts.length);
  });
  assert.deepEqual(await h.operator("POST /runs/archive"), { archived: 230, remaining: 0 });
  unsubscribe();
  assert.ok(parts.every((part) => part <= 100), `${parts}`);
  assert.ok(answered > 0 && answered < parts.length, `the other request was answered after part ${answered}`);
  assert.deepEqual(await h.operator("POST /runs/archive"), { archived: 0, remaining: 0 });
});

Deno.test("archiving for a client that has left ends after a part, and says how many runs remain", async () => {
  await using h = await harness();
  using repository = TestRepository.make();
  await ended(h, repository, 120);
  const left = await h.send("/runs/archive", { method: "POST", signal: AbortSignal.abort() });
  const { archived, remaining } = await left.json();
  assert.ok(archived > 0 && archived <= 100 && remaining === 120 - archived, `${archived} and ${remaining}`);
  assert.equal((await h.operator("GET /runs/counts")).total, remaining);
});
