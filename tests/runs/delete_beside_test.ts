import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { heldGit } from "./held_git.ts";
import { runToRest } from "./scenario.ts";

Deno.test("a change that is merged while its run is deleted leaves nothing of the run", async () => {
  using repository = TestRepository.make({ "a.txt": "one\ntwo\nthree\n" });
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, { request: 'replace "three" with "THREE" in a.txt' });
  repository.commit({ "b.txt": "new\n" });
  using git = heldGit("merge-tree", repository.root);
  const rebased = h.json("POST", `/runs/${run.id}/rebase`, {});
  await git.reached;
  await h.operator("POST /runs/:id/delete", { params: { id: run.id } });
  await git.goOn();
  const { status, body } = await rebased;
  assert.equal(status, 404, body.error);
  const left = readdirSync(h.directory, { recursive: true, encoding: "utf8" });
  assert.deepEqual(left.filter((path) => path.includes(run.id)), []);
});

Deno.test("what a capsule would contain is not said of a run that is deleted meanwhile", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const { id } = await runToRest(h, repository, { request: 'create b.txt with "b"' });
  using git = heldGit("--batch", repository.root);
  const listed = h.json("GET", `/runs/${id}/capsule`);
  await git.reached;
  await h.operator("POST /runs/:id/delete", { params: { id } });
  await git.goOn();
  const { status, body } = await listed;
  assert.deepEqual([status, /was erased/.test(body.error)], [400, true], JSON.stringify(body));
});

Deno.test("a run that is deleted while another request deletes it is deleted once", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const { id } = await runToRest(h, repository, { request: 'create b.txt with "b"' });
  const remove = () => h.operator("POST /runs/:id/delete", { params: { id } });
  const { service: { execution } } = h;
  const halt = execution.halt.bind(execution);
  execution.halt = async (runId) => {
    execution.halt = halt;
    await remove();
    await halt(runId);
  };
  assert.deepEqual(await remove(), { deleted: id });
  const deleted = h.store.events.rowsOfRun(id).filter(({ type }) => type === "run.deleted");
  assert.equal(deleted.length, 1);
  assert.deepEqual(h.rebuildDifferences(), []);
});
