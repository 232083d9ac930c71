import assert from "node:assert/strict";
import { harness } from "../harness.ts";

Deno.test("a plan of a change that is refused stores nothing of it", async () => {
  await using h = await harness();
  const plan = (event: object) =>
    h.json("POST", "/planner/calendar-actions", {
      action: "create",
      event: { title: "Lunch", start: "2026-12-01T12:00:00Z", ...event },
      notify: "draft",
    });
  const identity = { name: "Ann", emails: ["ann@home.example"] };
  await h.operator("POST /planner/settings", { body: { identity } });
  const { head } = h.store;
  for (
    const [event, why] of [
      [{ attendees: [{ email: "bob@work.example" }] }, /^No mail server is configured/],
      [{}, /^There is no one for you to notify/],
    ] as const
  ) {
    const refused = await plan(event);
    assert.equal(refused.status, 400);
    assert.match(refused.body.error, why);
    assert.deepEqual(h.store.events.after(head, 10).map(({ type }) => type), []);
  }
});
