import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { runToRest } from "./scenario.ts";

Deno.test("a line that the named worker does not understand fails the run and says what would be understood", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const { id } = await h.operator("POST /coordinator/runs", {
    body: {
      request: "make it nicer",
      repoPath: repository.root,
      worker: { provider: "builtin", model: "recipe" },
    },
  });
  const ended = await h.settled(id);
  assert.equal(ended.statusReason, "unsupported_request");
  assert.match(ended.statusDetail!, /make it nicer/);
  assert.match(ended.statusDetail!, /agent-harness run --help/);
});

Deno.test("without a named worker such a run waits for one, and says how to configure it", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const waiting = await runToRest(h, repository, { request: "make it nicer" });
  assert.equal(waiting.status, "waiting");
  assert.equal(waiting.waitingFor?.kind, "dependency");
  assert.equal(waiting.nextMove?.owner, "dependency");
  assert.ok(waiting.waitingFor?.expiresAt);
});

Deno.test("an unknown provider is accepted: the run waits and names those that are ready", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const { id } = await h.operator("POST /coordinator/runs", {
    body: {
      request: 'create a.md with "x"',
      repoPath: repository.root,
      worker: { provider: "nowhere", model: "m" },
    },
  });
  const waiting = await h.settled(id);
  assert.equal(waiting.waitingFor?.kind, "dependency");
  assert.match(waiting.waitingFor!.detail, /nowhere/);
  assert.match(waiting.waitingFor!.detail, /builtin\/recipe/);
});

Deno.test("with onRed fail a failed verifier fails the run, and patch, evaluation and output are kept", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const ended = await runToRest(h, repository, {
    request: 'create a.md with "x"',
    verifier: { command: "echo it is wrong; exit 3" },
    onRed: "fail",
  });
  assert.equal(ended.statusReason, "verification_failed");
  const output = await h.operator("GET /runs/:id/artifact", {
    params: { id: ended.id },
    query: { path: "verification/round-1.txt" },
  });
  assert.equal(output.content, "it is wrong\n");
  const { items } = await h.operator("GET /runs/:id/artifact-index", { params: { id: ended.id } });
  // What it printed before the change may be the same, and so belong to both.
  const judged = items.filter(({ path, relatedEvaluations }) =>
    relatedEvaluations.includes(ended.evaluation!.id) && !path.startsWith("verification/base-")
  );
  assert.deepEqual(judged.map(({ path }) => path.replace(ended.tasks[0]!.id, "task")).sort(), [
    "bundles/round-1.content",
    "bundles/round-1.json",
    "bundles/round-1.patch",
    "evaluations/round-1.json",
    "tasks/task/attempt-1.patch",
    "verification/round-1.txt",
  ]);
  assert.equal(repository.exists("a.md"), false);
});

Deno.test("a run that changes nothing completes without an approval", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const done = await runToRest(h, repository, { request: "run true" });
  assert.equal(done.status, "completed");
  assert.equal(done.approvals.length, 0);
});

Deno.test("what the setup command makes is there for worker and verifier and is not part of the patch", async () => {
  using repository = TestRepository.make({ "a.txt": "hello\n", "lock.txt": "1\n" });
  await using h = await harness({ workers: 1 });
  const waiting = await runToRest(h, repository, {
    request: 'append "more\\n" to a.txt',
    setup: { command: "echo made > built.txt; echo 2 > lock.txt" },
    verifier: { command: "test -f built.txt && grep -q more a.txt && grep -q 2 lock.txt" },
  });
  assert.equal(waiting.evaluation?.outcome, "passed", waiting.statusDetail);
  const [evidence] = waiting.approvals[0]!.evidence;
  assert.deepEqual(evidence?.kind === "repo-write-patch-bundle" && evidence.files.map(({ path }) => path), [
    "a.txt",
  ]);
  const second = await runToRest(h, repository, {
    request: 'append "again\\n" to a.txt',
    verifier: { command: "test -f built.txt" },
  });
  assert.equal(second.evaluation?.outcome, "passed", "the setup is remembered for the repository");
});

Deno.test("a run whose wait is over proceeds, however many older ones wait for a human", async () => {
  using known = TestRepository.make();
  using unknown = TestRepository.make();
  await using h = await harness({ workers: 4 });
  for (let i = 0; i <= 200; i++) {
    await h.agent("POST /coordinator/runs", { body: { request: "run true", repoPath: unknown.root } });
  }
  const { id } = await h.operator("POST /coordinator/runs", {
    body: {
      request: 'create b.txt with "b"',
      repoPath: known.root,
      verifier: { command: "true" },
      needs: ["gpu"],
    },
  });
  assert.equal((await h.settled(id)).waitingFor?.kind, "dependency");
  assert.ok((await h.operator("GET /runs/counts", {})).byStatus.waiting! > 200);
  await h.operator("POST /workers/placement", { body: { labels: ["gpu"] } });
  const verified = await h.until(id, ({ evaluation }) => evaluation !== undefined);
  assert.equal(verified.evaluation?.outcome, "passed");
});
