import assert from "node:assert/strict";
import { promised, type PromisesOf } from "../promise.ts";
import type { Payload, Prober } from "../prober.ts";

/** What waits for a decision makes a notification: one for each change that is tried. */
const noticeOf = async (probe: Prober, name: string): Promise<Payload> => {
  const run = await probe.once(`noticed ${name}`, () => probe.settledRun(`create ${name}.md with "x"`));
  const { items } = await probe.call("GET /notifications");
  return items.find((item: Payload) => item.category === "approval" && JSON.stringify(item).includes(run.id));
};

/** A notification after a change, wherever it is listed then; undefined where it is listed nowhere. */
async function after(probe: Prober, verb: string, name: string) {
  const notice = await noticeOf(probe, name);
  const params = { id: notice.id };
  const key = `POST /notifications/:id/${verb}`;
  await probe.call(key, { params });
  await probe.call(key, { params }); // a state that is already reached
  const states = ["unread", "read", "dismissed", "archived"];
  const lists = await Promise.all(
    states.map((status) => probe.call("GET /notifications", { query: { status } })),
  );
  return lists.flatMap(({ items }) => items).find(({ id }: Payload) => id === notice.id);
}

const UNCHANGED =
  "Notification state (read/dismissed) is stored separately from the source records, so changing it never alters approvals, runs, jobs, tasks or trace events.";

/** A change of state: what shows it, and that the approval goes on waiting. */
const change = (verb: string, name: string, shows: (shown: Payload) => void) => [
  promised("interface", UNCHANGED, async (_, probe) => {
    shows(await after(probe, verb, name));
    const run = await probe.once<Payload>(`noticed ${name}`, () => Promise.reject(new Error("made before")));
    const { status } = await probe.call("GET /runs/:id", { params: { id: run.id } });
    assert.equal(status, "waiting");
  }),
];

export default {
  "GET /notifications": [
    promised(
      "semantics",
      "`category: approval|failure|blocker|output|automation|security|system`; `severity: info|warning|error|critical`; `ifIgnored` says what happens and when.",
      async ({ call }, probe) => {
        const notice = await noticeOf(probe, "listed");
        assert.equal(notice.category, "approval");
        assert.ok(["info", "warning", "error", "critical"].includes(notice.severity));
        assert.match(notice.ifIgnored, /expires/);
        assert.equal(typeof (await call()).unreadCount, "number");
      },
    ),
    promised(
      "semantics",
      "Snapshots that list things are objects with `items` (newest or most urgent first) and `counts`.",
      async ({ call }) => {
        const { items, counts } = await call();
        assert.equal(typeof counts, "object");
        const times = items.map(({ lastOccurredAt }: Payload) => lastOccurredAt);
        assert.ok(times.every((time: unknown) => typeof time === "string"));
        assert.deepEqual(times, times.toSorted().toReversed());
      },
    ),
  ],
  "POST /notifications/:id/read": change("read", "read", (shown) => assert.equal(shown.status, "read")),
  "POST /notifications/:id/unread": change("unread", "read", (shown) => assert.equal(shown.status, "unread")),
  "POST /notifications/:id/dismiss": change(
    "dismiss",
    "dismissed",
    (shown) => assert.equal(shown.status, "dismissed"),
  ),
  "POST /notifications/:id/archive": change(
    "archive",
    "archived",
    (shown) => assert.equal(shown.status, "archived"),
  ),
  "POST /notifications/:id/delete": change("delete", "deleted", (shown) => assert.equal(shown, undefined)),
  "POST /notifications/read-all": [
    promised(
      "interface",
      "read / unread / dismissed / archived / deleted / all read",
      async ({ call }, probe) => {
        await noticeOf(probe, "listed");
        assert.equal((await call()).unreadCount, 0);
        assert.equal((await probe.call("GET /notifications")).unreadCount, 0);
      },
    ),
  ],
} satisfies PromisesOf;
