import assert from "node:assert/strict";
import { TestRepository } from "../../git.ts";
import { type Harness, harness } from "../../harness.ts";
import { approvePending, runToRest } from "../../runs/scenario.ts";
import { admit, statedBy } from "./scenario.ts";

const valuesOf = async (h: Harness, { root }: TestRepository) =>
  Object.fromEntries(
    (await statedBy(h, root)).items.map(({ id, value, origin }) => [id, [value, origin]]),
  );

Deno.test("the verifier, the setup and the worker of a run that was applied are defaults, which name the run", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const asked = {
    request: 'create made.txt with "x"',
    verifier: { command: "test -s made.txt" },
    setup: { command: "true" },
    worker: { provider: "builtin", model: "recipe" },
  };
  const waiting = await runToRest(h, repository, asked);
  const before = await valuesOf(h, repository);
  assert.deepEqual(
    [before.verifier, before.worker],
    [[null, "none"], [null, "none"]],
    "nothing was approved yet",
  );
  const done = await approvePending(h, waiting);
  assert.equal(done.status, "completed", done.statusDetail);
  const { items } = await statedBy(h, repository.root);
  assert.deepEqual(
    items.slice(0, 3).map(({ id, value, origin, runId, runNumber }) => [id, value, origin, runId, runNumber]),
    [
      ["verifier", "test -s made.txt", "learnt", done.id, done.number],
      ["setup", "true", "learnt", done.id, done.number],
      ["worker", "builtin/recipe", "learnt", done.id, done.number],
    ],
  );
  const events = await h.eventsOf(async () =>
    void await approvePending(
      h,
      await runToRest(h, repository, { ...asked, request: 'create more.txt with "x"' }),
    )
  );
  assert.equal(
    events.some(({ type }) => type === "defaults.learnt"),
    false,
    "what holds is not learnt again",
  );
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("nothing is learnt from a run that was rejected, or whose verifier failed", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const asked = { request: 'create made.txt with "x"', verifier: { command: "test -s made.txt" } };
  const rejected = await runToRest(h, repository, asked);
  await h.json("POST", `/approvals/${rejected.approvalId}/reject`, {
    actorType: "human",
    disposition: "abandon",
  });
  const red = await runToRest(h, repository, { ...asked, verifier: { command: "false" }, fix: 0 });
  assert.equal(red.evaluation?.outcome, "failed");
  assert.equal((await approvePending(h, red)).status, "completed");
  assert.deepEqual((await valuesOf(h, repository)).verifier, [null, "none"]);
});

Deno.test("nothing is learnt from a run of the agent token, whatever a human approves of it", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const body = {
    request: 'create made.txt with "x"',
    repoPath: repository.root,
    verifier: { command: "true" },
    worker: { provider: "builtin" },
  };
  const { id } = await h.agent("POST /coordinator/runs", { body });
  let run = await h.settled(id);
  while (run.status === "waiting") run = await approvePending(h, run);
  assert.equal(run.status, "completed", run.statusDetail);
  const { verifier, worker } = await valuesOf(h, repository);
  assert.deepEqual([verifier, worker], [[null, "none"], [null, "none"]]);
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
    dial: [(await statedBy(h, repoPath)).items[3]!.value, "none"],
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

Deno.test("a default that is withdrawn while a run has it is not learnt from that run", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const repoPath = repository.root;
  const asked = (name: string) => ({
    request: `create ${name}.md with "x"`,
    verifier: { command: "true" },
    worker: { provider: "builtin" },
  });
  repository.write({ ".agent-harness.json": '{ "verifier": "true" }' });
  await admit(h, repoPath);
  const first = await runToRest(h, repository, asked("a"));
  await h.operator("POST /repositories/defaults/file/revoke", { body: { repoPath } });
  assert.equal((await approvePending(h, first)).status, "completed");
  assert.deepEqual((await valuesOf(h, repository)).verifier, [null, "none"], "as from the revoked file");
  await approvePending(h, await runToRest(h, repository, asked("b")));
  assert.deepEqual((await valuesOf(h, repository)).verifier, ["true", "learnt"], "the control: named since");

  const second = await runToRest(h, repository, { ...asked("c"), verifier: { command: "test -s c.md" } });
  await h.operator("POST /repositories/defaults", { body: { repoPath, verifier: null } });
  assert.equal((await approvePending(h, second)).status, "completed");
  assert.deepEqual((await valuesOf(h, repository)).verifier, [null, "none"], "cleared by hand");
  assert.deepEqual((await valuesOf(h, repository)).worker, ["builtin", "learnt"], "which was not cleared");
  assert.deepEqual(h.rebuildDifferences(), []);
});
