import assert from "node:assert/strict";
import { REVIEWED, TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { ModelWorld, planning, works } from "../models/workers/scenario.ts";
import { runToRest } from "../runs/scenario.ts";

const WORK = { request: 'replace "hello" with "bye" in a.txt', verifier: { command: "grep -q bye a.txt" } };
const EDIT = { name: "create_file", input: { path: "made.md", content: "made\n" } };
const PEOPLE = "--format=%an <%ae>, %cn <%ce>";

/** A repository whose configuration names a person; an empty name stands for none. */
function repositoryOf(name: string): TestRepository {
  const repository = TestRepository.make();
  repository.git("config", "user.name", name);
  repository.git("config", "user.email", "ann@example.invalid");
  return repository;
}

Deno.test("a delivered commit is made by whom git's configuration of the repository names, as the review says before", async () => {
  using repository = repositoryOf("Ann Ödegaard");
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, WORK);
  const params = { id: pendingOf(run).id };
  const review = await h.operator("GET /approvals/:id", { params });
  const ann = { name: "Ann Ödegaard", email: "ann@example.invalid" };
  assert.deepEqual(review.author, ann);
  const decided = await h.operator("POST /approvals/:id/approve", {
    params,
    body: { ...REVIEWED, delivery: "branch" },
  });
  assert.deepEqual(decided.decision?.author, ann);
  const { delivery } = await h.settled(run.id);
  const who = "Ann Ödegaard <ann@example.invalid>";
  assert.equal(repository.git("log", "-1", PEOPLE, delivery!.branch!).trim(), `${who}, ${who}`);
  const message = repository.git("log", "-1", "--format=%B", delivery!.branch!);
  assert.ok(message.startsWith('Replace "hello" with "bye" in a.txt\n\nAgent-Harness-Run: '), message);
  assert.doesNotMatch(message, /Co-authored-by/);
  // Decided again it is the same, and the configuration of a later day changes nothing.
  repository.git("config", "user.name", "Somebody Else");
  const again = { params, body: { ...REVIEWED, delivery: "branch" as const } };
  assert.deepEqual((await h.operator("POST /approvals/:id/approve", again)).decision?.author, ann);
  const other = await h.json("POST", `/approvals/${params.id}/approve`, {
    ...again.body,
    author: { name: "Bob", email: "bob@example.invalid" },
  });
  assert.equal(other.status, 400);
  assert.equal((await h.operator("GET /approvals/:id", { params })).author, null);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a review whose repository was moved away is shown, and can be rejected", async () => {
  using repository = repositoryOf("Ann");
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, WORK);
  const params = { id: pendingOf(run).id };
  const seen = async () => {
    const { body, status } = await h.json("GET", `/approvals/${params.id}`);
    assert.deepEqual([status, body.author], [200, null]);
  };
  Deno.removeSync(repository.root, { recursive: true });
  await seen();
  Deno.writeTextFileSync(repository.root, "a file");
  await seen();
  Deno.removeSync(repository.root);
  Deno.mkdirSync(repository.root);
  await h.operator("POST /approvals/:id/reject", {
    params,
    body: { actorType: "human", reviewerNote: "It is gone." },
  });
  assert.equal((await h.settled(run.id)).status, "failed");
});

Deno.test("where nobody is configured the review says so, and the author can be given; only a commit has one", async () => {
  using repository = repositoryOf("");
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, WORK);
  const { id } = pendingOf(run);
  assert.equal((await h.operator("GET /approvals/:id", { params: { id } })).author, null);
  const author = { name: "Bob", email: "bob@example.invalid" };
  const refusals = [
    { author },
    { delivery: "branch", author: { name: "Bob\nCo-authored-by: x", email: "bob@example.invalid" } },
    { delivery: "branch", author: { name: "Bob", email: "bob@example.invalid> <x" } },
    { delivery: "branch", author: { name: "...", email: "bob@example.invalid" } },
  ];
  for (const refused of refusals) {
    const { status } = await h.json("POST", `/approvals/${id}/approve`, { ...REVIEWED, ...refused });
    assert.equal(status, 400, JSON.stringify(refused));
  }
  await h.operator("POST /approvals/:id/approve", {
    params: { id },
    body: { ...REVIEWED, delivery: "format-patch", author },
  });
  const { delivery } = await h.settled(run.id);
  const { content } = await h.operator("GET /runs/:id/artifact", {
    params: { id: run.id },
    query: { path: delivery!.path! },
  });
  assert.match(content!, /^From: Bob <bob@example\.invalid>$/m);
});

Deno.test("an agent or model that did the work is named as co-author, at an address that cannot exist, with what it says it did", async () => {
  await using world = await ModelWorld.open(planning(works(EDIT)));
  const { h, repository } = world;
  const run = await world.run("make a file.");
  const { id } = pendingOf(run);
  const review = await h.operator("GET /approvals/:id", { params: { id } });
  await h.operator("POST /approvals/:id/approve", {
    params: { id },
    body: { ...REVIEWED, delivery: "branch" },
  });
  const { delivery } = await h.settled(run.id);
  const message = repository.git("log", "-1", "--format=%B", delivery!.branch!);
  const [subject, , ...rest] = message.split("\n");
  assert.equal(subject, "Make a file");
  assert.ok(rest.join("\n").startsWith(review.work[0]!.summary), message);
  const coAuthor = repository.git(
    "log",
    "-1",
    "--format=%(trailers:key=Co-authored-by,valueonly)",
    delivery!.branch!,
  );
  assert.equal(coAuthor.trim(), "local/test-model <local-test-model@agent-harness.invalid>");
});
