import assert from "node:assert/strict";
import { type Harness, harness } from "../harness.ts";
import { configureRadicale } from "./dav_world.ts";
import { calendar, event, refresh } from "./planner_world.ts";
import { Radicale, radicaleTest } from "./radicale.ts";

const NOW = () => new Date("2026-03-01T00:00:00Z");

const titled = async (h: Harness, title: string) =>
  (await h.operator("GET /planner/artifacts", { query: {} })).find((one) => one.title === title)!;
const plan = (h: Harness, artifactId: string, more: object) =>
  h.json("POST", "/planner/calendar-actions", { action: "update", artifactId, ...more });

radicaleTest("an exception of another kind of time than its series is refused with a reason", async () => {
  await using radicale = await Radicale.start();
  await using h = await harness({ now: NOW });
  await configureRadicale(h, radicale);
  const whole = event({
    uid: "s",
    start: "20260303",
    title: "Away",
    lines: ["RECURRENCE-ID:20260303T090000Z"],
  });
  await radicale.put(
    "s",
    calendar([
      event({ uid: "s", start: "20260302T090000Z", title: "Daily", lines: ["RRULE:FREQ=DAILY;COUNT=3"] }),
      whole.replace("DTSTART:", "DTSTART;VALUE=DATE:"),
    ]),
  );
  await refresh(h);
  const { status, body } = await plan(h, (await titled(h, "Away")).id, {
    scope: "this",
    event: { title: "Off" },
  });
  assert.equal(status, 400);
  assert.match(body.error, /cannot be changed here: its start is of another kind of time/);
});
