/// <reference lib="dom" />
import assert from "node:assert/strict";
import { createResource } from "../../ui/kit/resource.ts";
import { createListing } from "../../ui/kit/lists/listing.ts";
import { createTimeline } from "../../ui/runs/run/state/timeline.ts";

Deno.test("an answer that was under way does not replace a newer one: what was set stays until it is read again", async () => {
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let reads = 0;
  const resource = createResource(() => answers[reads++]!.promise);
  const read = resource.refresh();
  resource.set("changed");
  answers[0]!.resolve("before the change");
  await answers[0]!.promise;
  await Promise.resolve();
  assert.equal(resource.value.value, "changed");
  answers[1]!.resolve("after the change");
  await read;
  assert.deepEqual([resource.value.value, reads], ["after the change", 2]);
});

Deno.test("a failure that was under way is no problem of what was set since, and a read after it counts", async () => {
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let reads = 0;
  const resource = createResource(() => answers[reads++]!.promise);
  const read = resource.refresh();
  resource.set("changed");
  answers[0]!.reject(new Error("too late"));
  answers[1]!.resolve("read again");
  await read;
  assert.deepEqual([resource.value.value, resource.problem.value, reads], ["read again", null, 2]);
});

Deno.test("what matched an earlier filter is not shown as what matches another that could not be read", async () => {
  let broken = false;
  const list = createListing((state: string, _limit) =>
    broken ? Promise.reject(new Error("The service does not answer.")) : Promise.resolve([{ state }])
  );
  await list.show("open");
  broken = true;
  await list.show("open");
  assert.deepEqual(list.items.value, [{ state: "open" }], "what was read stays");
  await list.show("closed");
  assert.deepEqual([list.items.value, list.problem.value], [null, "The service does not answer."]);
  broken = false;
  await list.show("closed");
  assert.deepEqual([list.items.value, list.problem.value], [[{ state: "closed" }], null]);
});

Deno.test("a timeline that changed while a page could not be read is read again", async () => {
  const first = Promise.withResolvers<never>();
  let reads = 0;
  const page = { runId: "run_1", items: [], stages: [], total: 7, nextCursor: "c", hasMore: false };
  const timeline = createTimeline(() => reads++ === 0 ? first.promise : Promise.resolve(page));
  const reading = timeline.refresh();
  await timeline.refresh();
  first.reject(new Error("The service does not answer."));
  await reading;
  assert.deepEqual([reads, timeline.total.value, timeline.problem.value], [2, 7, null]);
});
