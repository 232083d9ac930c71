import assert from "node:assert/strict";
import { filterOf } from "../../ui/notifications/model/filter.ts";
import { createInboxStore } from "../../ui/notifications/store.ts";
import { createToasts } from "../../ui/shell/toasts.ts";
import { harness } from "../harness.ts";
import { completions } from "./completions.ts";

Deno.test("the results of a repository that were archived last are moved back, each to what it was, and no others", async () => {
  await using h = await harness();
  const toasts = createToasts();
  const store = createInboxStore({ call: h.operator, toasts });
  await store.show(filterOf({ scope: "all" }));
  const stateOf = async () => {
    const query = { resultsOf: "/r1", limit: 100 };
    const { items } = await h.operator("GET /notifications", { query });
    return items.map(({ id, status }) => `${id} ${status}`);
  };
  await completions(h, "/r1", 2);
  await store.archiveResults("/r1");
  const earlier = toasts.shown.value.at(-1)!;
  assert.equal(earlier.text, "2 results were archived.");
  await completions(h, "/r1", 5);
  const [newest] = (await h.operator("GET /notifications", { query: { resultsOf: "/r1" } })).items;
  await h.operator("POST /notifications/:id/read", { params: { id: newest!.id } });
  const before = await stateOf();
  await store.archiveResults("/r1");
  assert.deepEqual(await stateOf(), []);
  await completions(h, "/r1", 1);
  const { text, action } = toasts.shown.value.at(-1)!;
  assert.equal(text, "5 results were archived.");
  action!.run();
  await new Promise<void>((resolve) => store.busy.subscribe((busy) => busy || resolve()));
  assert.deepEqual((await stateOf()).slice(1), before, "what was archived before stays so");
  assert.deepEqual(h.rebuildDifferences(), []);

  await store.archiveResults("/r2");
  assert.deepEqual(
    [toasts.shown.value.at(-1)!.text, toasts.shown.value.at(-1)!.action],
    ["0 results were archived.", undefined],
  );
});

Deno.test("results are moved back however many they are: they are read in pages, whatever was archived before", async () => {
  await using h = await harness();
  const toasts = createToasts();
  const store = createInboxStore({ call: h.operator, toasts });
  await store.show(filterOf({ scope: "all" }));
  await completions(h, "/r1", 3);
  await store.archiveResults("/r1");
  await completions(h, "/r1", 1001);
  await store.archiveResults("/r1");
  const { text, action } = toasts.shown.value.at(-1)!;
  assert.equal(text, "1,001 results were archived.");
  action!.run();
  await new Promise<void>((resolve) => store.busy.subscribe((busy) => busy || resolve()));
  const { items } = await h.operator("GET /notifications/results", { query: { scope: "all" } });
  assert.deepEqual(items.map(({ count, unread }) => [count, unread]), [[1001, 1001]]);
});
