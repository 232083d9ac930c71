import assert from "node:assert/strict";
import { contextFor, record } from "../../services/ground/kernel/context.ts";
import { taskSessionStream } from "../../store/task_sessions/stream.ts";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { approvePending, runToRest } from "../runs/scenario.ts";
import { completions } from "./completions.ts";

const mine = async (h: Harness) =>
  (await h.operator("GET /notifications", { query: { scope: "mine" } })).items.map(({ relatedRunId }) =>
    relatedRunId
  );
const stateOf = (h: Harness, id: string) => h.operator("GET /runs/:id/follow", { params: { id } });

Deno.test("the operator's inbox has what needs them and the results of what they follow, from then on", async () => {
  await using h = await harness();
  using repository = TestRepository.make();
  using other = TestRepository.make();
  const [before] = await completions(h, repository.root, 1);
  assert.deepEqual(await mine(h), [], "a run that nobody asked for");
  assert.deepEqual(await stateOf(h, before!), { following: false, reason: "none" });
  const body = { repoPath: repository.root };
  assert.deepEqual(await h.operator("POST /repositories/follow", { body }), {
    repository: repository.root,
    following: true,
  });
  assert.deepEqual(await mine(h), [], "what was said before stays where it is");
  assert.deepEqual(await stateOf(h, before!), { following: true, reason: "repository" });
  const [followed] = await completions(h, `${repository.root}/inside`, 1);
  await completions(h, other.root, 1);
  assert.deepEqual(await mine(h), [followed]);
  assert.deepEqual(await h.operator("POST /runs/:id/unfollow", { params: { id: followed! } }), {
    following: false,
    reason: "unfollowed",
  });
  assert.deepEqual(await h.operator("POST /runs/:id/follow", { params: { id: before! } }), {
    following: true,
    reason: "repository",
  });
  const head = h.store.head;
  await h.operator("POST /repositories/follow", { body });
  assert.equal(h.store.head, head, "the same again changes nothing");
  const all = await h.operator("GET /notifications");
  assert.equal(all.items.length, 3);
  assert.equal(all.unreadCount, 3);
  assert.deepEqual(h.rebuildDifferences(), []);
  await h.operator("POST /repositories/follow", { body: { repoPath: other.root } });
  const chosen = (await h.operator("GET /follows")).items;
  assert.deepEqual(chosen.map(({ runId, repository, label }) => [runId, repository, label]), [
    [null, other.root, other.root],
    [followed, null, `do ${followed}`],
    [null, repository.root, repository.root],
  ]);
  assert.deepEqual(await h.operator("POST /repositories/unfollow", { body }), {
    repository: repository.root,
    following: false,
  });
  assert.deepEqual(await h.operator("POST /repositories/unfollow", { body: { repoPath: other.root } }), {
    repository: other.root,
    following: false,
  });
  assert.deepEqual(await stateOf(h, before!), { following: false, reason: "none" });
  await h.operator("POST /runs/:id/follow", { params: { id: before! } });
  assert.deepEqual(await stateOf(h, before!), { following: true, reason: "run" });
  const { items, total } = await h.operator("GET /follows");
  assert.deepEqual(items.map(({ runId, repository, following }) => [runId, repository, following]), [
    [before, null, true],
    [followed, null, false],
  ]);
  assert.equal(total, 2);
  await h.operator("POST /runs/:id/delete", { params: { id: before! } });
  assert.deepEqual((await h.operator("GET /follows")).items.map(({ runId }) => runId), [followed]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a run that the operator asks for is followed until they say otherwise; what needs them comes anyway", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const asked = await runToRest(h, repository, { request: 'create b.txt with "b"' });
  assert.deepEqual(await stateOf(h, `#${asked.number}`), { following: true, reason: "asked" });
  await h.operator("POST /runs/:id/unfollow", { params: { id: asked.id } });
  await approvePending(h, asked);
  const { items } = await h.operator("GET /notifications", { query: { scope: "mine" } });
  assert.deepEqual(items.map(({ category }) => category), ["approval"], "its result is not in the inbox");
  assert.equal((await h.operator("GET /notifications")).items.length, 2);
});

Deno.test("what a workflow tells the operator comes into the inbox, whoever asked for its run", async () => {
  await using h = await harness();
  const [runId] = await completions(h, "/one", 1);
  const words = {
    taskId: "tell",
    title: "Tell",
    role: "notify",
    provider: "builtin",
    model: "",
    instructions: "",
  };
  const data = { title: "Look at this", content: "It is late.", severity: "warning" as const };
  const ctx = contextFor(h.service, "system");
  record(ctx, taskSessionStream, "task_session_1", [
    { type: "task_session.planned", data: { ...words, dependsOn: [], commands: [] } },
    { type: "task_session.notified", data },
  ], { runId: runId!, taskSessionId: "task_session_1" });
  await ctx.settled();
  const { items } = await h.operator("GET /notifications", { query: { scope: "mine" } });
  assert.deepEqual(items.map(({ title }) => title), ["Look at this"]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("results are folded by repository with true counts, page by page, and stay true whatever is put away", async () => {
  await using h = await harness();
  await completions(h, "/one", 30);
  await completions(h, "/two", 3);
  const [gone] = await completions(h, "/three", 1);
  const fold = async (query: { scope?: "mine" | "all"; limit?: number; before?: string }) => {
    const { items, ...rest } = await h.operator("GET /notifications/results", { query });
    return { items: items.map(({ repository, count, unread }) => [repository, count, unread]), ...rest };
  };
  assert.deepEqual(await fold({}), { items: [], next: null, repositories: 0, results: 0 });
  const first = await fold({ scope: "all", limit: 2 });
  assert.deepEqual(first.items, [["/three", 1, 1], ["/two", 3, 3]]);
  assert.deepEqual([first.repositories, first.results], [3, 34]);
  const shorter = await fold({ scope: "all", limit: 1 });
  assert.deepEqual((await fold({ scope: "all", limit: 1, before: shorter.next! })).items, [["/two", 3, 3]]);
  const second = await fold({ scope: "all", limit: 2, before: first.next! });
  assert.deepEqual([second.items, second.next], [[["/one", 30, 30]], null]);

  const listed = await h.operator("GET /notifications", { query: { resultsOf: "/two" } });
  assert.deepEqual(listed.items.map(({ category }) => category), ["output", "output", "output"]);
  const folded = await h.operator("GET /notifications", { query: { folded: "true" } });
  assert.deepEqual([folded.items.length, folded.unreadCount], [0, 34]);
  await h.operator("POST /notifications/:id/archive", { params: { id: listed.items[0]!.id } });
  await h.operator("POST /notifications/:id/read", { params: { id: listed.items[1]!.id } });
  assert.deepEqual((await fold({ scope: "all" })).items, [["/three", 1, 1], ["/two", 2, 1], [
    "/one",
    30,
    30,
  ]]);
  await h.operator("POST /runs/:id/delete", { params: { id: gone! } });
  await h.operator("POST /notifications/read-all");
  assert.deepEqual((await fold({ scope: "all" })).items, [["/two", 2, 0], ["/one", 30, 0]]);
  await h.operator("POST /notifications/:id/unread", { params: { id: listed.items[0]!.id } });
  assert.deepEqual((await fold({ scope: "all" })).items, [["/two", 3, 1], ["/one", 30, 0]]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("the agent token sees nothing of what is followed, and unknown runs, files and mixed filters are refused", async () => {
  await using h = await harness();
  const [id] = await completions(h, "/one", 1);
  for (
    const path of ["/notifications?scope=mine", "/notifications/results", "/follows", `/runs/${id}/follow`]
  ) {
    assert.equal((await h.json("GET", path, undefined, "agent-token")).status, 403, path);
    assert.equal((await h.json("GET", path)).status, 200, path);
  }
  assert.equal((await h.json("POST", `/runs/${id}/unfollow`, undefined, "agent-token")).status, 403);
  const head = h.store.head;
  assert.equal((await h.json("POST", "/runs/run_none/follow")).status, 404);
  assert.equal((await h.json("POST", "/repositories/follow", { repoPath: "/none/of/it" })).status, 400);
  assert.equal((await h.json("GET", "/notifications?folded=true&resultsOf=/one")).status, 400);
  assert.equal(h.store.head, head);
});
