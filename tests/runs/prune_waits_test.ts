import assert from "node:assert/strict";
import { storesIn } from "../../services/machine/repositories/mod.ts";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { runToRest } from "./scenario.ts";

const git = (store: string, ...args: string[]) => {
  const { success, stdout } = new Deno.Command("git", { args: ["--git-dir", store, ...args] }).outputSync();
  return { success, text: new TextDecoder().decode(stdout).trim() };
};

Deno.test("objects that a request creates are not pruned before it has ended, also where another run is deleted", async () => {
  await using h = await harness({ workers: 1 });
  using repository = TestRepository.make();
  const run = await runToRest(h, repository, { request: 'create b.txt with "b"' });
  await h.operator("POST /runs/:id/cancel", { params: { id: run.id }, body: {} });
  repository.write({ "odd.txt": "only here\n" });
  const [store] = await storesIn(h.directory);
  const { execution } = h.service;
  const object = await execution.creating(async () => {
    const { text } = git(store!, "hash-object", "-w", `${repository.root}/odd.txt`);
    await h.operator("POST /runs/:id/delete", { params: { id: run.id } });
    assert.ok(git(store!, "cat-file", "-e", text).success);
    return text;
  });
  await execution.prune();
  assert.ok(!git(store!, "cat-file", "-e", object).success, "the prune of the deletion comes then");
});
