import assert from "node:assert/strict";
import fc from "fast-check";
import { countIn, filterOf, merged, PLACES, queriesOf } from "../../ui/notifications/model/filter.ts";
import { sourcesOf } from "../../ui/notifications/model/places.ts";
import { createInboxStore } from "../../ui/notifications/store.ts";
import type { Inbox, Notification } from "../../ui/notifications/model/types.ts";
import { PAGES } from "../../ui/pages.ts";
import { createPlaces } from "../../ui/shell/places.ts";
import { createToasts } from "../../ui/shell/toasts.ts";
import { harness } from "../harness.ts";
import { failures } from "./failures.ts";

const counts = { unreadCount: 1, readCount: 2, dismissedCount: 4, archivedCount: 8 };
const page = (sequences: readonly number[]): Inbox => ({
  ...counts,
  criticalCount: 0,
  counts: {},
  unreadByCategory: {},
  items: sequences.map((sequence) => ({ id: `ntf_${sequence}`, sequence }) as Notification),
});

Deno.test("the inbox's first pages of each state give the first page of all, newest first, each once", () => {
  const sequences = fc.uniqueArray(fc.nat(200), { maxLength: 60 });
  fc.assert(
    fc.property(sequences, fc.func(fc.boolean()), fc.integer({ min: 1, max: 40 }), (all, unread, limit) => {
      const newest = all.toSorted((a, b) => b - a);
      const first = (wanted: boolean) => page(newest.filter((one) => unread(one) === wanted).slice(0, limit));
      const { items } = merged([first(true), first(false)]);
      assert.deepEqual(items.slice(0, limit).map(({ sequence }) => sequence), newest.slice(0, limit));
    }),
  );
  assert.equal(merged([page([3, 1]), page([3, 2])]).items.length, 3, "what moved in between is there once");
});

Deno.test("an address that names no filter shows the inbox, and each place counts what it lists", () => {
  const odd = filterOf({ status: "deleted", category: "__proto__", severity: "loud" });
  assert.deepEqual(odd, { place: "inbox", category: null, severity: null, scope: "mine", results: null });
  assert.deepEqual(PLACES.map(({ value }) => countIn(value, page([]))), [3, 1, 2, 4, 8]);
  const narrow = filterOf({ status: "archived", category: "failure", severity: "error" });
  const expected = { scope: "mine", status: "archived", category: "failure", severity: "error", limit: 9 };
  assert.deepEqual(queriesOf(narrow, 9), [expected]);
  assert.deepEqual(queriesOf(odd, 9).map(({ status }) => status), ["unread", "read"]);
});

Deno.test("a notification leads first to where it is decided; odd ids lead nowhere else", () => {
  const sources = sourcesOf({
    open: true,
    sourceRecordIds: ["approval_1/../x", "report_1"],
    relatedRunId: "run_1",
    relatedTaskSessionId: null,
    relatedConversationId: "conversation_1",
  } as unknown as Notification, createPlaces(PAGES));
  assert.deepEqual(sources.map(({ label, href }) => [label, href]), [
    ["Review it", "/dashboard/approvals/approval_1%2F..%2Fx"],
    ["Run", "/dashboard/runs/run_1"],
    ["Conversation", "/dashboard/conversations/conversation_1"],
  ]);
});

Deno.test("the inbox's store: the keyboard stays on its notification, and several are moved at once", async () => {
  await using h = await harness();
  await failures(h, 60);
  const toasts = createToasts();
  const store = createInboxStore({ call: h.operator, toasts });
  await store.show(filterOf({}));
  assert.equal(store.items.value.length, 50);
  assert.equal(store.hasMore.value, true);
  store.step(2);
  const third = store.items.value[2]!;
  await failures(h, 1);
  await store.show(filterOf({}));
  assert.equal(store.items.value[store.selected.value]!.id, third.id, "others came in above it");
  for (const { id } of store.items.value.slice(0, 3)) store.pick(id);
  const moved = store.targets.value;
  await store.move("archive", moved);
  assert.equal(store.inbox.value.value!.archivedCount, 3);
  assert.equal(store.picked.value.size, 0);
  assert.equal(store.items.value[store.selected.value]!.id, third.id);
  const head = h.store.head;
  await store.move("unread", store.targets.value);
  assert.equal(h.store.head, head, "what is so already is not asked for");
  await store.show(filterOf({ status: "archived" }));
  assert.deepEqual(store.items.value.map(({ id }) => id), moved.map(({ id }) => id));
  assert.equal(store.selected.value, 0);
  store.pickAll(true);
  await store.move("delete", store.targets.value);
  assert.equal(store.items.value.length, 0);
  assert.equal(store.inbox.value.value!.unreadCount, 58);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("the inbox's store: a key that is pressed twice acts once on the same notification", async () => {
  await using h = await harness();
  await failures(h, 2);
  const toasts = createToasts();
  const store = createInboxStore({ call: h.operator, toasts });
  await store.show(filterOf({}));
  const events = await h.eventsOf(async () => {
    await Promise.all([
      store.move("archive", store.targets.value),
      store.move("archive", store.targets.value),
    ]);
  });
  assert.deepEqual(events.map(({ type }) => type), ["notification.archived"]);
  assert.equal(toasts.shown.value.length, 1);
  await store.move("archive", store.targets.value);
  assert.equal(store.inbox.value.value!.archivedCount, 2);
});

Deno.test("the inbox's store: a key acts on what is shown, also while the request of the one before is answered", async () => {
  await using h = await harness();
  await failures(h, 1);
  const [moved, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const call = (async (...asked: Parameters<typeof h.operator>) => {
    const answer = await h.operator(...asked);
    if (asked[0] !== "POST /notifications/:id/read") return answer;
    moved.resolve();
    await answered.promise;
    return answer;
  }) as typeof h.operator;
  const store = createInboxStore({ call, toasts: createToasts() });
  await store.show(filterOf({}));
  const read = store.move("read", store.targets.value);
  await moved.promise;
  await store.move("unread", store.targets.value);
  assert.equal(store.items.value[0]!.status, "unread", "it is not shown as read yet");
  await store.show(filterOf({}));
  assert.equal(store.items.value[0]!.status, "read");
  await store.move("unread", store.targets.value);
  assert.equal(store.items.value[0]!.status, "unread");
  answered.resolve();
  await read;
  assert.equal(store.items.value[0]!.status, "unread");
});
