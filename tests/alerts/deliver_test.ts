import assert from "node:assert/strict";
import { proveDelivery } from "../../services/execution/automations/webhook/verify.ts";
import type { Redactor } from "../../services/ground/kernel/redactor.ts";
import { messageOf } from "../../services/operations/alerts/message.ts";
import type { NotificationRow } from "../../store/notifications/tables.ts";
import { contextFor, record } from "../../services/ground/kernel/context.ts";
import { alertHookStream, HOOK_ID } from "../../store/alerts/stream.ts";
import { Harness, harness } from "../harness.ts";
import { failures } from "../notifications/failures.ts";
import { Phone, settled, SIGNING_SECRET } from "./phone.ts";

Deno.test("without a hook nothing is sent, and none of what came before it is sent afterwards", async () => {
  await using h = await harness();
  await using phone = await Phone.start();
  await failures(h, 2);
  await settled(h);
  assert.equal((await h.json("POST", "/alerts/test")).status, 400);
  await phone.connect(h);
  await settled(h);
  assert.deepEqual(phone.received, []);
  await failures(h, 1);
  await settled(h);
  assert.equal(phone.received.length, 1);
});

Deno.test("one signed message tells of all that waits, once, and says how many and no more", async () => {
  await using h = await harness();
  await using phone = await Phone.start();
  await phone.connect(h);
  const ids = await failures(h, 3);
  const events = await h.eventsOf(() => settled(h));
  assert.deepEqual(events.map(({ type }) => type), ["alert.begun", "secret.used", "alert.delivered"]);
  await settled(h);
  const [message, ...others] = phone.received;
  assert.deepEqual(others, []);
  const { type, data } = JSON.parse(message!.body);
  assert.deepEqual([type, data.title], ["alert", "agent-harness: 3 failures"]);
  assert.equal(data.notifications.length, 3);
  for (const id of ids) assert.ok(!message!.body.includes(id));
  const proof = proveDelivery(
    "standard_webhooks",
    SIGNING_SECRET,
    message!.headers,
    new TextEncoder().encode(message!.body),
    new Date(),
  );
  const { receipts, pending } = await h.operator("GET /alerts");
  assert.equal(proof?.dedupeKey, receipts[0]!.alertId);
  assert.equal(pending, null);
  const { milliseconds: _, at: __, alertId: ___, ...receipt } = receipts[0]!;
  assert.deepEqual(receipt, {
    notifications: 3,
    status: "delivered",
    attempts: 1,
    httpStatus: 200,
    reason: null,
  });
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a message that was not taken is tried again with the same id, over a restart, and given up in the end", async () => {
  let now = Date.parse("2026-01-02T12:00:00.000Z");
  const options = { now: () => new Date(now) };
  await using phone = await Phone.start();
  phone.answer = { status: 503 };
  const h = await harness(options);
  await phone.connect(h);
  await failures(h, 1);
  await settled(h);
  await settled(h);
  assert.equal(phone.received.length, 1);
  const { pending } = await h.operator("GET /alerts");
  assert.equal(pending?.retryAt, "2026-01-02T12:00:30.000Z");
  await h.close();
  await using again = await Harness.open(options, h.directory);
  for (const seconds of [30, 120, 600, 3600, 21_600]) {
    assert.equal((await again.operator("GET /alerts")).pending?.attempts, phone.received.length);
    now += seconds * 1000;
    await settled(again);
  }
  now += 86_400_000;
  await settled(again);
  const ids = phone.received.map(({ headers }) => headers["webhook-id"]);
  assert.deepEqual([ids.length, new Set(ids).size], [6, 1]);
  const after = await again.operator("GET /alerts");
  assert.equal(after.pending, null);
  assert.deepEqual([after.receipts[0]!.status, after.receipts[0]!.attempts], ["given_up", 6]);
  assert.match(after.receipts[0]!.reason!, /status 503/);
  phone.answer = { status: 200 };
  await failures(again, 1);
  await settled(again);
  assert.equal((await again.operator("GET /alerts")).receipts[0]!.status, "delivered");
  assert.deepEqual(again.rebuildDifferences(), []);
});

Deno.test("an alert that was begun when the process ended is sent after the next start, with its id", async () => {
  await using phone = await Phone.start();
  const h = await harness();
  await phone.connect(h);
  await failures(h, 1);
  const sequence = (await h.operator("GET /notifications")).items[0]!.sequence;
  const data = { alertId: "alert_of_before", sequences: [sequence] };
  const ctx = contextFor(h.service, "system");
  await h.store.commit(() => record(ctx, alertHookStream, HOOK_ID, [{ type: "alert.begun", data }]));
  await h.close();
  await using again = await Harness.open({}, h.directory);
  await settled(again);
  await settled(again);
  assert.deepEqual(phone.received.map(({ headers }) => headers["webhook-id"]), ["alert_of_before"]);
});

Deno.test("a hook that is removed takes what was on its way with it", async () => {
  await using h = await harness();
  await using phone = await Phone.start();
  await phone.connect(h);
  await failures(h, 2);
  phone.answer = { status: 503 };
  await settled(h);
  assert.equal((await h.operator("GET /alerts")).pending?.notifications, 2);
  const { hook, pending } = await h.operator("POST /alerts/hook/remove");
  assert.deepEqual([hook, pending], [null, null]);
  await failures(h, 1);
  await settled(h);
  assert.equal(phone.received.length, 1);
});

Deno.test("a message that fails after its hook was changed is not said to wait for another attempt", async () => {
  await using h = await harness();
  await using phone = await Phone.start();
  await phone.connect(h);
  for (const change of [() => phone.connect(h), () => h.operator("POST /alerts/hook/remove")]) {
    await failures(h, 1);
    phone.answer = { status: 503 };
    phone.meanwhile = change;
    await settled(h);
    const { pending, receipts } = await h.operator("GET /alerts");
    assert.deepEqual([pending, receipts[0]!.status], [null, "given_up"]);
    const { items } = await h.operator("GET /control-plane/effects", { query: { kind: "alert" } });
    assert.deepEqual(new Set(items.map(({ state }) => state)), new Set(["not_done"]));
  }
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("what was read or settled before it could be sent is not sent", async () => {
  let now = Date.parse("2026-01-02T12:00:00.000Z");
  await using h = await harness({ now: () => new Date(now) });
  await using phone = await Phone.start();
  await phone.connect(h);
  await failures(h, 1);
  phone.answer = { status: 503 };
  await settled(h);
  await h.operator("POST /notifications/read-all");
  now += 30_000;
  await settled(h);
  assert.equal(phone.received.length, 1);
  assert.equal((await h.operator("GET /alerts")).receipts[0]!.status, "dropped");
});

Deno.test("alerts keep half a minute apart: what comes in between is told together", async () => {
  let now = Date.parse("2026-01-02T12:00:00.000Z");
  await using h = await harness({ now: () => new Date(now) });
  await using phone = await Phone.start();
  await phone.connect(h);
  for (const _ of [1, 2, 3]) {
    await failures(h, 1);
    await settled(h);
  }
  assert.equal(phone.received.length, 1);
  now += 30_000;
  await settled(h);
  assert.match(phone.received[1]!.body, /2 failures/);
});

Deno.test("a clock that is set back by a year keeps no alert waiting for a year", async () => {
  let now = Date.parse("2027-01-02T12:00:00.000Z");
  await using h = await harness({ now: () => new Date(now) });
  await using phone = await Phone.start();
  await phone.connect(h);
  await failures(h, 1);
  await settled(h);
  now = Date.parse("2026-01-02T12:00:00.000Z");
  await failures(h, 1);
  await settled(h);
  assert.equal(phone.received.length, 2);
  phone.answer = { status: 503 };
  now = Date.parse("2027-01-02T12:00:00.000Z");
  await failures(h, 1);
  await settled(h);
  now = Date.parse("2026-01-02T12:05:00.000Z");
  phone.answer = { status: 200 };
  await settled(h);
  const { pending, receipts } = await h.operator("GET /alerts");
  assert.deepEqual([pending, receipts[0]!.status, receipts[0]!.attempts], [null, "delivered", 2]);
});

Deno.test("only the kinds that were chosen are sent", async () => {
  await using h = await harness();
  await using phone = await Phone.start();
  await phone.connect(h, { categories: ["approval"] });
  await failures(h, 1);
  await settled(h);
  assert.deepEqual(phone.received, []);
});

Deno.test("nothing is sent in the planner's quiet hours; all of it is, at once, when they end", async () => {
  let now = Date.parse("2026-01-02T21:30:00.000Z"); // 22:30 in Berlin
  await using h = await harness({ now: () => new Date(now) });
  await using phone = await Phone.start();
  const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
  await h.operator("POST /planner/settings", {
    body: { timeZone: "Europe/Berlin", quietHours: { days: [...days], from: "22:00", to: "07:00" } },
  });
  await phone.connect(h);
  await failures(h, 2);
  await settled(h);
  now = Date.parse("2026-01-03T05:59:59.000Z");
  await settled(h);
  assert.equal(phone.received.length, 0);
  assert.equal((await h.operator("GET /alerts")).quietUntil, "2026-01-03T06:00:00.000Z");
  assert.equal((await h.operator("POST /alerts/test")).status, "delivered");
  now = Date.parse("2026-01-03T06:00:00.000Z");
  await settled(h);
  assert.match(phone.received.at(-1)!.body, /2 failures/);
  assert.equal((await h.operator("GET /alerts")).quietUntil, null);
});

Deno.test("a title that is cut within a character leaves no half of it: strict receivers refuse that", () => {
  const title = `a${"\u{1F600}".repeat(100)}`;
  const row = { title, category: "failure", severity: "error", sequence: 1 } as NotificationRow;
  const { items, lines } = messageOf([row], "titles", { text: (text: string) => text } as Redactor);
  assert.ok(title.startsWith(lines[0]!) && lines[0]!.isWellFormed(), lines[0]);
  assert.equal(items[0]!.title, lines[0]);
});

Deno.test("ntfy gets its topic, the words and the token; text is not a header", async () => {
  await using h = await harness();
  await using phone = await Phone.start();
  await phone.connect(h, { kind: "ntfy", address: phone.web.url("/my-topic"), content: "titles" });
  await failures(h, 7);
  await settled(h);
  const { hook } = await h.operator("GET /alerts");
  assert.deepEqual([hook?.kind, hook?.content], ["ntfy", "titles"]);
  const [{ path, headers, body }] = phone.received as [Phone["received"][number]];
  const { topic, title, message, priority } = JSON.parse(body);
  assert.deepEqual([path, topic, title, priority], ["/", "my-topic", "agent-harness: 7 failures", 3]);
  assert.equal(message.split("\n").length, 6);
  assert.match(message, /and 2 more$/);
  assert.equal(headers.authorization, `Bearer ${SIGNING_SECRET}`);
  assert.equal(headers.title, undefined);
});
