import assert from "node:assert/strict";
import { REVIEWED } from "../approvals/letters.ts";
import { type Harness, harness } from "../harness.ts";
import { DavServer } from "../simulation/domains/dav_server.ts";
import { configureRadicale } from "./dav_world.ts";
import { mailSettings } from "./draft_world.ts";
import { MailServer } from "./mail_server.ts";
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
  const create = async (serverMayNotify: boolean, more: { rrule?: string } = {}) => {
    const planned = await h.operator("POST /planner/calendar-actions", {
      body: {
        action: "create",
        calendarId: "dav:/ann/work/",
        event: { title: "Lunch", start: "2026-03-03T12:00:00Z", attendees: [bob!, gil!], ...more },
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
  const date = `${await create(true, { rrule: "FREQ=DAILY;COUNT=5" })}@20260304T120000Z`;
  for (const [allow, status] of [[{}, 400], [{ serverMayNotify: true }, 201]] as const) {
    assert.equal(
      (await remove(date, [bob!], { scope: "this", ...allow })).status,
      status,
      "gil stays in the series",
    );
  }
  const silent = await create(false);
  const { status, body } = await remove(silent, null);
  assert.deepEqual([status, body.plan.serverNotifies], [201, []], "the server was told to mail no one");
});

type Smtp = { host: string; port: number; security: "none" | "tls"; from: string };

async function series(
  h: Harness,
  smtp: Smtp = {
    host: "mail.example",
    port: 465,
    security: "tls",
    from: "ann@home.example",
  },
) {
  await h.operator("POST /planner/settings", { body: { timeZone: "UTC", identity, smtp } });
  const { id } = await h.operator("POST /planner/calendar-events/create", {
    body: { title: "Course", start: "2026-03-03T12:00:00Z", rrule: "FREQ=DAILY;COUNT=5", attendees: [bob!] },
  });
  return (day: number, event: object, notify: "none" | "draft", scope: "this" | "all" = "this") =>
    h.operator("POST /planner/calendar-actions", {
      body: { action: "update", artifactId: `${id}@2026030${day}T120000Z`, scope, event, notify },
    });
}

Deno.test("a mail about one date of a series goes to the people of that date", async () => {
  await using h = await harness({ now: NOW });
  const update = await series(h);
  const { id, planSha256 } = await update(4, { attendees: [bob!, gil!] }, "none");
  await h.operator("POST /planner/calendar-actions/execute", { body: { actionId: id, planSha256 } });
  const notified = async (day: number, event: object) =>
    (await update(day, event, "draft")).plan.notifies.map(({ email, method }) => [email, method]);
  assert.deepEqual(await notified(5, { location: "Room 4" }), [["bob@work.example", "REQUEST"]]);
  assert.deepEqual(await notified(4, { location: "Room 4" }), [
    ["bob@work.example", "REQUEST"],
    ["gil@work.example", "REQUEST"],
  ]);
  assert.deepEqual(await notified(5, { attendees: null }), [["bob@work.example", "CANCEL"]]);
  assert.deepEqual(await notified(4, { attendees: [bob!] }), [
    ["bob@work.example", "REQUEST"],
    ["gil@work.example", "CANCEL"],
  ]);
});

Deno.test("a guest of one date of a series is mailed about that date alone", async () => {
  await using server = await MailServer.start();
  await using h = await harness({ now: NOW });
  const update = await series(h, mailSettings(server).smtp);
  const execute = ({ id, planSha256 }: { id: string; planSha256: string }) =>
    h.operator("POST /planner/calendar-actions/execute", { body: { actionId: id, planSha256 } });
  await execute(await update(4, { attendees: [bob!, gil!] }, "none"));
  const planned = await update(5, { location: "Room 4" }, "draft", "all");
  const { draftIds } = (await execute(planned)).result!;
  const drafts = draftIds.map((draftId) => ({
    draftId,
    sha256: planned.plan.steps.find(({ target }) => target === draftId)!.bodySha256!,
  }));
  await h.operator("POST /planner/calendar-actions/drafts/send", { body: { drafts, decision: REVIEWED } });
  const sent = server.mails.map(({ to, text }) => [to.join(), /^RRULE:/m.test(text), /Room 4/.test(text)]);
  assert.deepEqual(sent.toSorted(), [["bob@work.example", true, true], ["gil@work.example", false, true]]);
});
