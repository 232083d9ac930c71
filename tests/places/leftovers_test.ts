import assert from "node:assert/strict";
import { join } from "node:path";
import {
  locateRepository,
  openControl,
  pinBase,
  pruneMarked,
} from "../../services/machine/repositories/mod.ts";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { approvePending, runToRest } from "../runs/scenario.ts";
import { temporaryDirectory } from "../temporary.ts";
import { filesBelow } from "./places_world.ts";

const objects = (storage: string): string[] =>
  filesBelow(join(storage, "repositories")).filter((path) => /\/objects\/(?:[0-9a-f]{2}|pack)\//.test(path));

const maintain = (h: Harness) => h.composition.maintenance.runOnce();

Deno.test("what a cancelled run recorded of a directory is gone after the next maintenance; what a completed one did is kept", async () => {
  using repository = new TestRepository();
  repository.write({ "a.txt": "hello\n", "b.txt": "other\n" });
  await using h = await harness({ workers: 1 });
  const { id } = await runToRest(h, repository, { request: 'append "x" to a.txt' });
  await maintain(h);
  assert.ok(objects(h.directory).length > 0, "the control: a run that waits keeps what it needs");
  await h.operator("POST /runs/:id/cancel", { params: { id }, body: {} });
  await maintain(h);
  assert.deepEqual(objects(h.directory), []);
  assert.deepEqual(filesBelow(join(h.directory, "workspaces")), []);

  const done = await approvePending(h, await runToRest(h, repository, { request: 'append "y" to a.txt' }));
  assert.equal(done.status, "completed", "the directory is recorded anew");
  const kept = objects(h.directory);
  await maintain(h);
  assert.ok(kept.length > 0 && objects(h.directory).length > 0);
  await h.operator("POST /runs/:id/delete", { params: { id: done.id } });
  await maintain(h);
  assert.deepEqual(objects(h.directory), []);
  const again = await runToRest(h, repository, { request: 'append "z" to a.txt' });
  assert.equal(again.status, "waiting", again.statusDetail);
});

Deno.test("what a failed run recorded is gone after the next maintenance, and what was asked for stays readable", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, {
    request: 'append "x" to a.txt',
    verifier: { command: "exit 1" },
    onRed: "fail",
  });
  assert.equal(run.status, "failed");
  assert.ok(objects(h.directory).length > 0, "the control: it was there");
  await maintain(h);
  assert.deepEqual(objects(h.directory), []);
  assert.equal((await h.operator("GET /runs/:id", { params: { id: run.id } })).evaluation?.outcome, "failed");
});

Deno.test("a snapshot that nobody came to keep is removed by the next prune", async () => {
  using repository = new TestRepository();
  repository.write({ "a.txt": "hello\n" });
  const storage = temporaryDirectory();
  try {
    const control = await openControl(await locateRepository(repository.root, storage), storage);
    const first = await pinBase(control);
    assert.ok(objects(storage).length > 0);
    await pruneMarked(storage);
    assert.deepEqual(objects(storage), []);
    assert.deepEqual(await pinBase(control), first, "and can be made again");
  } finally {
    Deno.removeSync(storage, { recursive: true });
  }
});
