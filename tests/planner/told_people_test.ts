import assert from "node:assert/strict";
import { REVIEWED } from "../approvals/letters.ts";
import { harness } from "../harness.ts";
import { DavServer } from "../simulation/domains/dav_server.ts";
import { configureRadicale } from "./dav_world.ts";
import { refresh } from "./planner_world.ts";
import { serveDav } from "./served_dav.ts";

const NOW = () => new Date("2026-03-01T00:00:00Z");
const identity = { name: "Ann", emails: ["ann@home.example"] };
const [bob, gil] = [{ email: "bob@work.example" }, { email: "gil@work.example" }];

Deno.test("those whom a server mails as they are removed from an event are named, and only with consent", async () => {
  const server = new DavServer();
  await using served = serveDav(server, ({ method }, answer) => {
    if (method !== "OPTIONS") return undefined;
    return { ...answer(), headers: { dav: "1, 3, calendar-access, calendar-auto-schedule" } };
  });
  await using h = await harness({ now: NOW });
  await configureRadicale(h, served, { identity });
  await refresh(h);
  const create = async (serverMayNotify: boolean) => {
    const planned = await h.operator("POST /planner/calendar-actions", {
      body: {
        action: "create",
        calendarId: "dav:/ann/work/",
        event: { title: "Lunch", start: "2026-03-03T12:00:00Z", attendees: [bob!, gil!] },
        serverMayNotify,
      },
    });
    const done = await h.operator("POST /planner/calendar-actions/execute", {
      body: { actionId: planned.id, planSha256: planned.planSha256, decision: REVIEWED },
    });
    return done.result!.artifactIds[0]!;
  };
  const remove = (artifactId: string, attendees: object[] | null, more: object = {}) =>
    h.json("POST", "/planner/calendar-actions", {
      action: "update",
      artifactId,
      event: { attendees },
      ...more,
    });
  const told = await create(true);
  for (const attendees of [[bob!], null]) {
    const { status, body } = await remove(told, attendees);
    assert.equal(status, 400);
    assert.match(body.error, /mails those who are removed/);
    const allowed = await remove(told, attendees, { serverMayNotify: true });
    assert.deepEqual([allowed.status, allowed.body.plan.serverNotifies], [
      201,
      ["bob@work.example", "gil@work.example"],
    ]);
  }
  const silent = await create(false);
  const { status, body } = await remove(silent, null);
  assert.deepEqual([status, body.plan.serverNotifies], [201, []], "the server was told to mail no one");
});
