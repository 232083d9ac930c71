import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { verifyChain } from "../../store/verify.ts";
import { until } from "../automations/trials/real.ts";
import { hasTraces } from "../../store/scrub.ts";
import { canary, sightings } from "./canaries.ts";

/** A run with a different word in everything that can hold text; it waits for its approval. */
async function planted(h: Harness, repository: TestRepository) {
  const words = Object.fromEntries(
    [
      "request",
      "content",
      "output",
      "verifier",
      "guidance",
      "report",
      "note",
      "asset",
      "card",
      "rework",
      "key",
    ].map(
      (name) => [name, canary(name)],
    ),
  ) as Record<string, string>;
  const { id } = await h.operator("POST /coordinator/runs", {
    body: {
      request: `create ${words.request}.md with "${words.content}"\nrun echo ${words.output}`,
      repoPath: repository.root,
      verifier: { command: `echo ${words.verifier}` },
    },
  }, { idempotencyKey: words.key! });
  const run = await h.settled(id);
  const params = { id };
  const session = run.tasks[0]!.id;
  await h.operator("POST /task-sessions/:id/guidance", {
    params: { id: session },
    body: { content: `create g.md with "${words.guidance}"` },
  });
  await h.operator("POST /runs/:id/coordinator-report", { params, body: { reason: words.report! } });
  await h.operator("POST /runs/:id/research-notes", { params, body: { content: words.note! } });
  await h.operator("POST /runs/:id/research-assets", { params, body: { title: "a", content: words.asset! } });
  await h.operator("POST /runs/:id/task-cards/:taskId/retry", {
    params: { id, taskId: run.tasks[0]!.taskId },
    body: { reason: words.card! },
  });
  const again = await h.settled(id);
  await h.operator("POST /approvals/:id/reject", {
    params: { id: again.approvals.find(({ status }) => status === "pending")!.id },
    body: { actorType: "human", disposition: "rework", reviewerNote: `create x.md with "${words.rework}"` },
  });
  const reworked = await h.settled(id);
  assert.equal(reworked.waitingFor?.kind, "approval", reworked.statusDetail);
  return { id, words: Object.values(words) };
}

Deno.test("POST /runs/:id/delete leaves nothing of a run in any file or git object of the storage directory", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const { id, words } = await planted(h, repository);
  const before = sightings(h.directory, words);
  for (const word of words) {
    assert.ok(before.some((sighting) => sighting.startsWith(word)), `${word} is nowhere`);
  }

  await h.operator("POST /runs/:id/delete", { params: { id } });
  assert.deepEqual(sightings(h.directory, words), []);
  assert.equal(hasTraces(h.store), true);
  await until(() => Promise.resolve(!hasTraces(h.store)));
  const report = verifyChain(h.store.database);
  assert.equal(report.ok, true, JSON.stringify(report.broken));
  assert.equal(report.erased.length, h.store.events.countOfRun(id) - 1);
  assert.deepEqual(h.rebuildDifferences(), []);
  const restored = await h.operator("POST /control-plane/restore-verification");
  assert.equal(restored.ok, true, JSON.stringify(restored.checks));
  assert.equal((await h.json("GET", `/runs/${id}`)).status, 404);
});

Deno.test("GET /events after a deletion has the erased events without their data, also for who is close to the tail", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const { id, words } = await planted(h, repository);
  await h.operator("POST /runs/:id/delete", { params: { id } });
  const stream = await h.send("/events?cursor=0");
  const { head } = h.store;
  let text = "";
  for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.includes(`id: ${head}\n`)) break;
  }
  for (const word of words) assert.ok(!text.includes(word), `${word} is streamed`);
  assert.match(text, /"data":null/);
});

Deno.test("an artifact that another run has too stays when one of them is deleted, and goes with the last", async () => {
  await using h = await harness();
  const repoPath = Deno.makeTempDirSync({ prefix: "agent-harness-test-" });
  const word = canary("shared");
  const make = async () => {
    const { id } = await h.operator("POST /coordinator/runs", { body: { request: "x", repoPath } });
    const body = { title: "the same", content: word };
    const asset = await h.operator("POST /runs/:id/research-assets", { params: { id }, body });
    return { id, path: asset.path };
  };
  const [first, second] = [await make(), await make()];
  await h.operator("POST /runs/:id/delete", { params: { id: first.id } });
  const left = await h.operator("GET /runs/:id/artifact", {
    params: { id: second.id },
    query: { path: second.path },
  });
  assert.equal(left.content, word);
  await h.operator("POST /runs/:id/delete", { params: { id: second.id } });
  assert.deepEqual(sightings(h.directory, [word]), []);
  Deno.removeSync(repoPath, { recursive: true });
});

Deno.test("deletions among other writes all succeed, and leave nothing either", async () => {
  await using h = await harness();
  const repoPath = Deno.makeTempDirSync({ prefix: "agent-harness-test-" });
  const words: string[] = [];
  const queue = (request: string) => h.operator("POST /coordinator/runs", { body: { request, repoPath } });
  const runs = await Promise.all(Array.from({ length: 12 }, () => {
    words.push(canary("busy"));
    return queue(words.at(-1)!);
  }));
  const outcomes = await Promise.allSettled(runs.flatMap(({ id }) => [
    h.operator("POST /runs/:id/delete", { params: { id } }),
    ...Array.from({ length: 5 }, () => queue("another")),
  ]));
  const reasons = outcomes.flatMap((outcome) =>
    outcome.status === "rejected" ? [String(outcome.reason)] : []
  );
  assert.deepEqual(reasons, []);
  assert.deepEqual(sightings(h.directory, words), []);
  Deno.removeSync(repoPath, { recursive: true });
});
