import assert from "node:assert/strict";
import { defaultsStream } from "../../../store/repositories/defaults.ts";
import { contextFor, record } from "../../../services/ground/kernel/context.ts";
import { repositoryId } from "../../../services/machine/repositories/mod.ts";
import { TestRepository } from "../../git.ts";
import { type Harness, harness } from "../../harness.ts";
import { approvePending, runToRest } from "../../runs/scenario.ts";
import { statedBy } from "./scenario.ts";

const valuesOf = async (h: Harness, { root }: TestRepository) =>
  Object.fromEntries(
    (await statedBy(h, root)).items.map(({ id, value, origin }) => [id, [value, origin]]),
  );

Deno.test("of what is named for a run that is applied only the setup becomes a default: nobody said yes to keeping the rest", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const asked = {
    request: 'create made.txt with "x"',
    verifier: { command: "test -s made.txt" },
    setup: { command: "true" },
    worker: { provider: "builtin", model: "recipe" },
  };
  const done = await approvePending(h, await runToRest(h, repository, asked));
  assert.equal(done.status, "completed", done.statusDetail);
  assert.equal(done.evaluation?.outcome, "passed");
  const { items } = await statedBy(h, repository.root);
  assert.deepEqual(
    items.slice(0, 3).map(({ id, value, origin, runId, runNumber }) => [id, value, origin, runId, runNumber]),
    [
      ["verifier", null, "none", null, null],
      ["setup", "true", "learnt", done.id, done.number],
      ["worker", null, "none", null, null],
    ],
  );
  const later = { request: 'create other.txt with "x"', setup: { command: "test -n later" } };
  const again = await approvePending(h, await runToRest(h, repository, { ...asked, ...later }));
  assert.equal(again.status, "completed", again.statusDetail);
  const setup = (await statedBy(h, repository.root)).items.find(({ id }) => id === "setup")!;
  assert.deepEqual([setup.value, setup.runId, setup.runNumber], ["test -n later", again.id, again.number]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a verifier and a worker that an earlier version learnt still hold, with their run, until they are cleared", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, { request: 'create made.txt with "x"' });
  const values = { verifier: "true", worker: "builtin" };
  const event = { type: "defaults.learnt" as const, data: { root: repository.root, values } };
  const ctx = contextFor(h.service, "system");
  record(ctx, defaultsStream, repositoryId(repository.root), [event], { runId: run.id });
  await ctx.settled();
  const repoPath = repository.root;
  const [verifier, , worker] = (await statedBy(h, repoPath)).items;
  assert.deepEqual([verifier!.value, verifier!.origin, verifier!.runNumber], ["true", "learnt", run.number]);
  assert.deepEqual([worker!.value, worker!.origin], ["builtin", "learnt"]);
  await h.operator("POST /repositories/defaults", { body: { repoPath, verifier: null } });
  const { verifier: cleared, worker: kept } = await valuesOf(h, repository);
  assert.deepEqual([cleared, kept], [[null, "none"], ["builtin", "learnt"]]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("what a person sets goes before what was learnt, and null clears both", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const repoPath = repository.root;
  const set = (body: Record<string, string | null>) =>
    h.operator("POST /repositories/defaults", { body: { repoPath, ...body } });
  const first = {
    request: 'create a.md with "x"',
    verifier: { command: "true" },
    setup: { command: "true" },
  };
  await approvePending(h, await runToRest(h, repository, first));
  await set({ verifier: "test -s a.md", setup: "echo by hand", worker: "builtin/recipe" });
  assert.deepEqual(await valuesOf(h, repository), {
    verifier: ["test -s a.md", "set"],
    setup: ["echo by hand", "set"],
    worker: ["builtin/recipe", "set"],
    needs: [null, "none"],
    place: [null, "none"],
    dial: [(await statedBy(h, repoPath)).items.find(({ id }) => id === "dial")!.value, "none"],
    profile: [null, "none"],
  });
  const second = await runToRest(h, repository, { request: 'create b.md with "x"' });
  assert.equal(second.preparation?.command, "echo by hand", "the service itself uses the setup");
  assert.equal(second.verifier, undefined, "the API adds no verifier to a request");
  await set({ verifier: null, setup: null, worker: null });
  const cleared = await valuesOf(h, repository);
  assert.deepEqual([cleared.verifier, cleared.setup, cleared.worker], [
    [null, "none"],
    [null, "none"],
    [null, "none"],
  ]);
  const before = h.store.head;
  await set({ verifier: null });
  assert.equal(h.store.head, before, "clearing what is not there records nothing");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a run without a setup forgets the one that was set, too", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const repoPath = repository.root;
  await h.operator("POST /repositories/defaults", { body: { repoPath, setup: "false" } });
  const run = await runToRest(h, repository, { request: 'create b.md with "x"', setup: null });
  assert.equal(run.preparation, null);
  assert.deepEqual((await valuesOf(h, repository)).setup, [null, "none"]);
});

Deno.test("defaults that cannot be are 400 with a sentence, and the agent token may neither read nor set them", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const repoPath = repository.root;
  const before = h.store.head;
  for (
    const body of [
      { repoPath, verifier: " " },
      { repoPath, worker: "two words" },
      { repoPath: "relative", verifier: "true" },
      { repoPath: "/", verifier: "true" },
      { repoPath, setup: 3 },
    ]
  ) assert.equal((await h.json("POST", "/repositories/defaults", body)).status, 400, JSON.stringify(body));
  const sha256 = "0".repeat(64);
  for (
    const [method, path, body] of [
      ["GET", `/repositories/defaults?repoPath=${encodeURIComponent(repoPath)}`],
      ["POST", "/repositories/defaults", { repoPath, verifier: "true" }],
      ["POST", "/repositories/defaults/file/admit", { repoPath, sha256 }],
      ["POST", "/repositories/defaults/file/revoke", { repoPath }],
    ] as const
  ) assert.equal((await h.json(method, path, body, "agent-token")).status, 403, path);
  assert.equal(h.store.head, before);
});

Deno.test("repositories have short numbers from their first run on, and are listed when they have defaults", async () => {
  using repository = TestRepository.make();
  using other = TestRepository.make();
  await using h = await harness({ workers: 1 });
  await h.operator("POST /repositories/defaults", { body: { repoPath: other.root, verifier: "true" } });
  await runToRest(h, repository, { request: 'create b.md with "x"' });
  const { items } = await h.operator("GET /repositories");
  const numbers = new Map(items.map(({ root, number }) => [root, number]));
  assert.deepEqual([numbers.get(repository.root), numbers.get(other.root)], [1, null]);
});

Deno.test("a setup that an agent named is not learnt, whatever a human approves or repeats of its run", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const body = {
    request: 'create made.txt with "x"',
    repoPath: repository.root,
    verifier: { command: "true" },
    setup: { command: "true" },
  };
  for (const retried of [false, true]) {
    let { id } = await h.agent("POST /coordinator/runs", { body });
    let run = await h.settled(id);
    if (retried) {
      await h.operator("POST /runs/:id/cancel", { params: { id }, body: {} });
      ({ id } = await h.operator("POST /runs/:id/retry", { params: { id }, body: {} }));
      run = await h.settled(id);
    }
    while (run.status === "waiting") run = await approvePending(h, run);
    assert.equal(run.status, "completed", run.statusDetail);
    const { verifier, setup } = await valuesOf(h, repository);
    assert.deepEqual([verifier, setup], [[null, "none"], [null, "none"]]);
    repository.git("clean", "--quiet", "--force");
  }
});
