import assert from "node:assert/strict";
import { type Harness, harness } from "../harness.ts";
import { REVIEWED } from "../approvals/letters.ts";
import { DavProxy } from "./dav_proxy.ts";
import { configureRadicale } from "./dav_world.ts";
import { draftInvitation, mailSettings } from "./draft_world.ts";
import { MailServer } from "./mail_server.ts";
import { calendar, calendarFile, event, refresh } from "./planner_world.ts";
import { Radicale, radicaleTest } from "./radicale.ts";

const IDENTITY = { name: "Ann", emails: ["ann@home.example"] };
const plan = (h: Harness, body: Record<string, unknown>) =>
  h.operator("POST /planner/calendar-actions", { body: body as never });

type Planned = { id: string; planSha256: string };

const execute = (
  h: Harness,
  { id: actionId, planSha256 }: Planned,
  decision: object = { decision: REVIEWED },
) => h.operator("POST /planner/calendar-actions/execute", { body: { actionId, planSha256, ...decision } });

Deno.test("a plan shows the event as it is, and names those whom it tells: asked, and no longer asked", async () => {
  await using server = await MailServer.start();
  await using h = await harness();
  await h.operator("POST /planner/settings", { body: mailSettings(server) });
  const { done } = await draftInvitation(h, [{ email: "bob@work.example", name: "Bob" }, {
    email: "eve@work.example",
    name: "Eve",
  }]);
  const [artifactId] = done.result!.artifactIds;
  const update = async (change: Record<string, unknown>) => {
    const planned = await plan(h, { action: "update", artifactId, notify: "draft", event: change });
    await execute(h, planned, {});
    return planned.plan;
  };
  const first = await update({ content: "Bring cake", transparency: "transparent", location: "Room 1" });
  assert.deepEqual(first.before[0]!.attendees.map(({ name }) => name), ["Bob", "Eve"]);
  assert.deepEqual(first.notifies, [
    { email: "bob@work.example", name: "Bob", method: "REQUEST" },
    { email: "eve@work.example", name: "Eve", method: "REQUEST" },
  ]);
  const second = await update({
    content: "Bring tea",
    attendees: [{ email: "bob@work.example", name: "Bob" }],
  });
  const { content, transparency } = second.before[0]!;
  assert.deepEqual([content, transparency], ["Bring cake", "transparent"]);
  assert.deepEqual(second.notifies.map(({ name, method }) => [name, method]), [["Bob", "REQUEST"], [
    "Eve",
    "CANCEL",
  ]]);
  assert.equal((await update({ location: "Room 2" })).before[0]!.content, "Bring tea");
});

Deno.test("an executed plan is undone by a plan that names it; one that was not executed within a day is over", async () => {
  const time = { now: Date.parse("2026-03-02T08:00:00Z") };
  await using h = await harness({ now: () => new Date(time.now) });
  const create = (title: string) =>
    plan(h, { action: "create", event: { title, start: "2026-03-05T09:00:00Z" } });
  for (const title of ["One", "Two"]) {
    const planned = await create(title);
    assert.equal((await execute(h, planned, {})).status, "executed");
    const undo = await plan(h, { undoOf: planned.id });
    assert.equal(undo.undoOf, planned.id);
    assert.equal((await execute(h, undo, {})).status, "executed");
  }
  const late = await create("Late");
  time.now += 25 * 3_600_000;
  const body = { actionId: late.id, planSha256: late.planSha256 };
  assert.match((await h.json("POST", "/planner/calendar-actions/execute", body)).body.error, /expired/);
  assert.equal((await execute(h, late, {})).status, "expired");
});

Deno.test("drafts that were sent, refused or deleted say so: to whom, and what became of each", async () => {
  await using server = await MailServer.start();
  await using h = await harness();
  await h.operator("POST /planner/settings", { body: mailSettings(server) });
  const shown = async (id: string) => (await h.operator("GET /planner/artifacts/:id", { params: { id } }));
  const send = async (draftId: string, sha256: string) =>
    (await h.operator("POST /planner/calendar-actions/drafts/send", {
      body: { drafts: [{ draftId, sha256 }], decision: REVIEWED },
    })).results[0]!;
  const people = ["eve@work.example", "ida@work.example"].map((email) => ({ email }));
  const first = await draftInvitation(h, people);
  server.unknown = ["ida@work.example"];
  const sent = await send(first.draftId, first.sha256);
  assert.deepEqual([sent.accepted, sent.rejected], [["eve@work.example"], ["ida@work.example"]]);
  const second = await draftInvitation(h);
  server.refusal = "not today";
  assert.equal((await send(second.draftId, second.sha256)).status, "failed");
  assert.equal((await shown(second.draftId)).draft!.status, "failed");
  for (const unknown of ["pld_one", "pld_two"]) {
    const { notFound } = await h.operator("POST /planner/calendar-actions/drafts/delete", {
      body: { draftIds: [second.draftId, unknown] },
    });
    assert.deepEqual(notFound, [unknown]);
  }
  const deleted = await shown(second.draftId);
  assert.deepEqual([deleted.draft!.status, deleted.status], ["deleted", "gone"]);
  assert.equal((await send(second.draftId, second.sha256)).status, "refused");
});

radicaleTest(
  "an invitation is answered in its calendar; what the server refuses failed, and an unknown result is uncertain",
  async () => {
    await using radicale = await Radicale.start();
    await using proxy = new DavProxy(radicale);
    await using h = await harness();
    const lines = [
      "ORGANIZER:mailto:bob@work.example",
      "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:ann@home.example",
    ];
    for (const uid of ["a", "b", "c"]) {
      await radicale.put(uid, calendar([event({ uid, start: "20260302T090000Z", lines })]));
    }
    await configureRadicale(h, proxy, { identity: IDENTITY });
    await refresh(h);
    const artifact = async (uid: string) =>
      (await h.operator("GET /planner/artifacts")).find((each) => each.uid === uid)!;
    const answer = async (uid: string, response: string) =>
      plan(h, { action: "respond", artifactId: (await artifact(uid)).id, response });
    const accepted = await answer("a", "accepted");
    assert.equal(accepted.action, "respond");
    assert.equal((await execute(h, accepted)).status, "executed");
    assert.match(await radicale.get("a"), /PARTSTAT=ACCEPTED/);
    assert.equal((await artifact("a")).myResponse, "ACCEPTED");

    const refused = await answer("b", "declined");
    proxy.refuse = 403;
    const failed = await execute(h, refused);
    assert.deepEqual([failed.status, /403/.test(failed.result!.detail)], ["failed", true]);
    proxy.refuse = null;
    assert.match(await radicale.get("b"), /PARTSTAT=NEEDS-ACTION/);

    const lost = await answer("c", "declined");
    proxy.atWrite = async (point) => {
      if (point === "after") return;
      proxy.refuse = 503;
      await radicale.put(
        "c",
        calendar([event({ uid: "c", start: "20260302T100000Z", title: "Moved", lines })]),
      );
    };
    const unsure = await execute(h, lost);
    assert.deepEqual([unsure.status, /Check the event/.test(unsure.result!.detail)], ["uncertain", true]);
    const done = await h.operator("GET /planner/sources/registry");
    assert.deepEqual(done.filter(({ can }) => can.write).map(({ id }) => id), ["caldav", "caldav_token"]);
  },
);

radicaleTest("a server that mails automatically says so, and a plan names whom it would mail", async () => {
  await using radicale = await Radicale.start();
  await using proxy = new DavProxy(radicale);
  proxy.headers = { dav: "1, 2, calendar-access, calendar-auto-schedule" };
  await using h = await harness();
  for (const [uid, email] of [["a", "eve@work.example"], ["b", "ida@work.example"]]) {
    const lines = ["ORGANIZER:mailto:ann@home.example", `ATTENDEE:mailto:${email}`];
    await radicale.put(uid!, calendar([event({ uid: uid!, start: "20260302T090000Z", lines })]));
  }
  await configureRadicale(h, proxy, { identity: IDENTITY });
  await refresh(h);
  const [status] = await h.operator("GET /planner/sources/status");
  assert.deepEqual(status!.collections.map(({ autoSchedules }) => autoSchedules), [true]);
  const mailed: string[] = [];
  for (const { id } of await h.operator("GET /planner/artifacts")) {
    const planned = await plan(h, { action: "update", artifactId: id, event: { location: "Room 2" } });
    mailed.push(...planned.plan.serverNotifies);
  }
  assert.deepEqual(mailed.toSorted(), ["eve@work.example", "ida@work.example"]);
  const counts = await h.operator("GET /planner/refresh/pending", { query: {} });
  assert.equal(counts.bySource.find(({ id }) => id === "dav")!.actionsToReview, 2);

  const path = calendarFile([event({ uid: "a", start: "20260302T090000Z" })]);
  await h.operator("POST /planner/settings", { body: { sources: [{ id: "copy", kind: "ics_file", path }] } });
  await h.operator("POST /planner/refresh", { body: {} });
  const both = (await h.operator("GET /planner/artifacts")).filter(({ uid }) => uid === "a");
  const from = (name: string) => both.find(({ source }) => source === name)!;
  for (const [one, other] of [["dav", "copy"], ["copy", "dav"]] as const) {
    const { id, calendarId } = from(other);
    assert.deepEqual(from(one).alsoIn, [{ source: other, calendarId, ref: id }]);
  }
  assert.notEqual(from("dav").calendarId, from("copy").calendarId);
});
