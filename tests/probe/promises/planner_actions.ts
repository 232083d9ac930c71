import assert from "node:assert/strict";
import { calendarOf } from "../calendar.ts";
import { promised, type PromisesOf } from "../promise.ts";
import type { Payload, Prober } from "../prober.ts";

/** A local event with a drafted invitation. */
const drafted = (probe: Prober, title: string): Promise<Payload> =>
  probe.once(`a draft of ${title}`, async () => {
    await calendarOf(probe);
    const smtp = { host: "127.0.0.1", port: 2525, security: "none", from: "ann@home.example" };
    await probe.call("POST /planner/settings", { body: { smtp } });
    const start = "2030-12-01T12:00:00Z";
    const planned = await probe.call("POST /planner/calendar-actions", {
      body: {
        action: "create",
        event: { title, start, attendees: [{ email: "bob@work.example" }] },
        notify: "draft",
        content: "Shall we?",
      },
    });
    const done = await probe.call("POST /planner/calendar-actions/execute", {
      body: { actionId: planned.id, planSha256: planned.planSha256 },
    });
    const [draftId] = done.result.draftIds;
    const { bodySha256: sha256 } = planned.plan.steps.find(({ target }: Payload) => target === draftId);
    return { draftId, sha256 };
  });

/** Plans a block for a new task. */
async function planned(probe: Prober, plan = probe.row("POST /planner/calendar-actions")): Promise<Payload> {
  const { id: taskId } = await probe.call("POST /planner/tasks", { body: { title: "Blocked time" } });
  const event = { start: "2030-12-03T09:00:00Z" };
  return { taskId, ...await plan.call({ body: { action: "block_time", taskId, event } }) };
}

const taskOf = async (probe: Prober, id: string) =>
  (await probe.call("GET /planner/tasks", { query: { limit: "1000" } })).find((each: Payload) =>
    each.id === id
  );

export default {
  "POST /planner/calendar-actions": [
    promised("interface", "Plans without executing.", async (row, probe) => {
      const { taskId, planSha256, status } = await planned(probe, row);
      assert.ok(planSha256);
      assert.notEqual(status, "executed");
      assert.equal((await taskOf(probe, taskId)).scheduled, null);
    }),
  ],
  "POST /planner/calendar-actions/execute": [
    promised("planner", "Same execute twice = same answer.", async ({ call, refused }, probe) => {
      const { taskId, id: actionId, planSha256 } = await planned(probe);
      await refused(400, { body: { actionId, planSha256: "0".repeat(64) } });
      const first = await call({ body: { actionId, planSha256 } });
      assert.equal(first.status, "executed");
      assert.deepEqual(await call({ body: { actionId, planSha256 } }), first);
      assert.ok((await taskOf(probe, taskId)).scheduled);
    }),
  ],
  "POST /planner/calendar-actions/drafts/send": [
    promised(
      "planner",
      "Send is its own external-write decision over the draft's hash.",
      async ({ call, refused }, probe) => {
        const { draftId, sha256 } = await drafted(probe, "Lunch");
        await refused(400, { body: { drafts: [{ draftId, sha256: "0".repeat(64) }] } });
        const { results } = await call({ body: { drafts: [{ draftId, sha256 }] } });
        assert.notEqual(results[0].status, "sent", "nobody has decided it");
      },
    ),
  ],
  "POST /planner/calendar-actions/drafts/delete": [
    promised("planner", "Deleting a sent one 400, twice 200.", async ({ call }, probe) => {
      const { draftId } = await drafted(probe, "Supper");
      assert.deepEqual((await call({ body: { draftIds: [draftId] } })).deleted, [draftId]);
      await call({ body: { draftIds: [draftId] } });
    }),
  ],
  "POST /planner/calendar-events/create": [
    promised(
      "planner",
      "`title, start, end or durationMinutes, timeZone?, allDay?, rrule?, calendarId?, attendees?, location?, content?`",
      async ({ call, refused }, probe) => {
        await calendarOf(probe);
        const made = await call({
          body: { title: "Dentist", start: "2030-12-05T09:00:00Z", durationMinutes: 20 },
        });
        assert.equal(Date.parse(made.end.at) - Date.parse(made.start.at), 20 * 60_000);
        await refused(400, { body: { title: "Without a start" } });
      },
    ),
  ],
} satisfies PromisesOf;
