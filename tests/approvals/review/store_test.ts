import { ALL_REVIEWED } from "../../../store/shared/review_flags.ts";
import assert from "node:assert/strict";
import { outcomeOf } from "../../../ui/approvals/model/outcome.ts";
import { coalesced } from "../../../ui/approvals/review/store/coalesced.ts";
import { createReviewStore, type ReviewStore } from "../../../ui/approvals/review/store/store.ts";
import { TestRepository } from "../../git.ts";
import { type Harness, harness } from "../../harness.ts";
import { pendingOf } from "../../kit/pending_of.ts";
import { runToRest } from "../../runs/scenario.ts";

/** A review of a checkpoint through the service's own door, without a page. */
async function reviewOf(h: Harness, id: string): Promise<ReviewStore> {
  const kept = new Map<string, string>();
  const store = createReviewStore(id, {
    call: h.operator,
    send: (path, init) => h.send(path, init),
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
  });
  await store.refresh();
  return store;
}

Deno.test("a review sends nothing while anything is in its way, and exactly one decision afterwards", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, { request: 'create b.txt with "b"' });
  const store = await reviewOf(h, pendingOf(run).id);
  const patch = store.patch.value;
  assert.ok(patch.status === "shown");
  assert.deepEqual([patch.patch, patch.digest], ["matches", "matches"]);
  assert.deepEqual(await h.eventsOf(() => store.approve()), []);
  store.confirmed.value = ALL_REVIEWED;
  store.leftOut.value = new Set(patch.diffs[0]!.hunks.map(({ id }) => id));
  assert.deepEqual(await h.eventsOf(() => store.approve()), []);
  store.leftOut.value = new Set();
  const events = await h.eventsOf(() => Promise.all([store.approve(), store.approve()]));
  assert.equal(events.filter(({ type }) => type === "approval.approved").length, 1);
  assert.equal(store.review.value?.approval.application, "applied");
  assert.equal(store.refusal.value, null);
  assert.equal(repository.read("b.txt"), "b");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a review keeps the service's sentence when a decision is refused, and shows how things stand", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, { request: 'create b.txt with "b"' });
  const { id } = pendingOf(run);
  const store = await reviewOf(h, id);
  store.confirmed.value = ALL_REVIEWED;
  await h.operator("POST /approvals/:id/reject", { params: { id }, body: { actorType: "human" } });
  await store.approve();
  assert.match(store.refusal.value ?? "", /was rejected .* A decision cannot be changed\./);
  assert.equal(store.closed.value, "It was rejected.");
});

Deno.test("a rework note that is longer than the service takes is not sent, and says how long it is", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, { request: 'create b.txt with "b"' });
  const store = await reviewOf(h, pendingOf(run).id);
  store.note.value = "n".repeat(10_001);
  assert.deepEqual(await h.eventsOf(() => store.reject("rework")), []);
  assert.match(store.refusal.value ?? "", /10001 characters; the limit is 10000/);
});

Deno.test("a checkpoint that does not exist says so in the service's words", async () => {
  await using h = await harness();
  const store = await reviewOf(h, "approval_none");
  assert.match(store.problem.value ?? "", /approval_none/);
  assert.equal(store.review.value, null);
});

Deno.test("coalesced does the work once more after the last asking, however often it was asked for meanwhile", async () => {
  let done = 0;
  const gates: PromiseWithResolvers<void>[] = [];
  const ask = coalesced(() => {
    done++;
    const gate = Promise.withResolvers<void>();
    gates.push(gate);
    return gate.promise;
  });
  const all = Promise.all([ask(), ask(), ask()]);
  assert.equal(done, 1);
  gates[0]!.resolve();
  await gates[0]!.promise;
  await Promise.resolve();
  assert.equal(done, 2);
  gates[1]!.resolve();
  await all;
  assert.equal(done, 2);
  void ask();
  assert.equal(done, 3);
});

Deno.test("outcomeOf says of every end whether something was written", () => {
  const decided = (
    status: "approved" | "rejected" | "expired",
    application: "applied" | "stale" | "failed" | "none",
  ) => outcomeOf({ status, application, applicationDetail: "why" });
  assert.equal(outcomeOf({ status: "pending", application: "none" }), null);
  assert.equal(decided("approved", "applied")?.tone, "good");
  assert.match(decided("approved", "stale")!.title, /nothing was written/);
  assert.match(decided("approved", "failed")!.title, /could not be applied/);
  assert.match(decided("rejected", "none")!.detail, /nothing was written/);
  assert.deepEqual(decided("expired", "none"), {
    tone: "warning",
    title: "This checkpoint has expired",
    detail: "why",
  });
});

Deno.test("a review of changed files decides nothing that would write nothing, until they are restored", async () => {
  using repository = TestRepository.make({ "a.txt": "one\n" });
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, { request: 'replace "one" with "two" in a.txt' });
  const store = await reviewOf(h, pendingOf(run).id);
  store.confirmed.value = ALL_REVIEWED;
  repository.write({ "a.txt": "mine\n" });
  await store.refresh();
  assert.deepEqual(await h.eventsOf(() => store.approve()), []);
  assert.match(store.refusal.value ?? "", /^Nothing was decided: .* commit it and rebase the change\.$/);
  repository.write({ "a.txt": "one\n" });
  await store.approve();
  assert.equal(store.refusal.value, null);
  assert.equal(store.review.value?.approval.application, "applied");
  assert.equal(repository.read("a.txt"), "two\n");
});
