import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { COLLECTION, DavServer } from "../simulation/domains/dav_server.ts";
import { configureRadicale } from "./dav_world.ts";
import { calendar, event, refresh } from "./planner_world.ts";
import { serveDav } from "./served_dav.ts";

Deno.test("later events of a series do not follow a date that was added to it", async () => {
  const server = new DavServer();
  const lines = ["RRULE:FREQ=DAILY;COUNT=5", "RDATE:20260304T150000Z,20260305T090000Z"];
  const body = calendar([event({ uid: "course", start: "20260303T090000Z", lines })]);
  server.answer({ method: "PUT", path: `${COLLECTION}a.ics`, headers: { "if-none-match": "*" }, body });
  await using served = serveDav(server);
  await using h = await harness({ now: () => new Date("2026-03-01T00:00:00Z") });
  await configureRadicale(h, served);
  await refresh(h);
  const [{ id } = { id: "" }] = await h.operator("GET /planner/artifacts");
  const rename = (key: string, scope: string) =>
    h.json("POST", "/planner/calendar-actions", {
      action: "update",
      artifactId: `${id}@${key}`,
      scope,
      event: { title: "Exam" },
    });
  const refused = await rename("20260304T150000Z", "following");
  assert.equal(refused.status, 400);
  assert.match(refused.body.error, /was added to the series/);
  assert.equal((await rename("20260304T150000Z", "this")).status, 201);
  assert.equal((await rename("20260305T090000Z", "following")).status, 201, "its rule has it too");
});
