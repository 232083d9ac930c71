import assert from "node:assert/strict";
import { Harness, harness } from "../harness.ts";
import { REVIEWED } from "../approvals/letters.ts";
import { temporaryDirectory } from "../temporary.ts";
import { DavProxy } from "./dav_proxy.ts";
import { configureRadicale } from "./dav_world.ts";
import { draftInvitation, mailSettings } from "./draft_world.ts";
import { DAY, execute, LUNCH, plan } from "./fence_world.ts";
import { startDoomed } from "./killed.ts";
import { MailServer } from "./mail_server.ts";
import { calendar, calendarFile, event, importFile, refresh } from "./planner_world.ts";
import { Radicale, radicaleTest } from "./radicale.ts";

Deno.test("at most 100 people are mailed within an hour, and the hour ends", async () => {
  await using server = await MailServer.start();
  const time = { now: Date.parse("2026-11-01T00:00:00Z") };
  await using h = await harness({ now: () => new Date(time.now) });
  await h.operator("POST /planner/settings", { body: mailSettings(server) });
  const people = (n: number) => Array.from({ length: n }, (_, i) => ({ email: `p${i}@work.example` }));
  const send = async (n: number) => {
    const { draftId, sha256 } = await draftInvitation(h, people(n));
    const drafts = [{ draftId, sha256 }];
    return await h.json("POST", "/planner/calendar-actions/drafts/send", { drafts, decision: REVIEWED });
  };
  for (const n of [50, 50]) assert.equal((await send(n)).body.results[0].status, "sent");
  const { status, body } = await send(1);
  assert.deepEqual([status, /limit is 100/.test(body.error)], [400, true]);
  time.now += 3_600_000;
  assert.equal((await send(1)).body.results[0].status, "sent");
  assert.equal(server.mails.length, 3);
});

Deno.test("what a source no longer has is listed as gone for thirty days", async () => {
  const time = { now: Date.parse("2026-03-01T00:00:00Z") };
  await using h = await harness({ now: () => new Date(time.now) });
  const path = calendarFile([event({ uid: "a" })]);
  await importFile(h, path);
  Deno.writeTextFileSync(path, calendar([]));
  await refresh(h);
  const gone = async () => (await h.operator("GET /planner/artifacts", { query: { status: "gone" } })).length;
  time.now += 30 * DAY - 1;
  assert.equal(await gone(), 1);
  time.now += 1;
  assert.equal(await gone(), 0);
});

Deno.test("an unchanged file is read again when the range of known occurrences moves", async () => {
  const time = { now: Date.parse("2026-03-01T00:00:00Z") };
  await using h = await harness({ now: () => new Date(time.now) });
  const path = calendarFile([event({ uid: "a", lines: ["RRULE:FREQ=MONTHLY"] })]);
  await importFile(h, path);
  await h.json("POST", "/planner/calendar-events/create", { ...LUNCH, rrule: "FREQ=MONTHLY" });
  assert.equal((await refresh(h)).mode, "incremental");
  time.now = Date.parse("2027-03-01T00:00:00Z");
  await h.composition.maintenance.runOnce();
  assert.equal((await refresh(h)).mode, "full");
  const list = await h.operator("GET /planner/artifacts", {
    query: { from: "2028-04-01", to: "2028-05-31" },
  });
  assert.deepEqual(list.map(({ occurrences }) => occurrences!.length), [2, 2]);
});

for (
  const [point, state] of [["approval.approved", "approved"], [
    "planner.action_started",
    "executing",
  ]] as const
) {
  radicaleTest(
    `a plan of a service that was killed at "${point}" is ${state} until the next one has carried it out`,
    async () => {
      await using radicale = await Radicale.start();
      await using proxy = new DavProxy(radicale);
      const directory = temporaryDirectory();
      await radicale.put("a", calendar([event({ uid: "a", start: "20261201T090000Z" })]));
      const first = await Harness.open({}, directory);
      await configureRadicale(first, proxy);
      await refresh(first);
      const [{ id } = { id: "" }] = await first.operator("GET /planner/artifacts");
      const planned = await plan(first, { action: "update", artifactId: id, event: { title: "Mine" } });
      await first.close();
      const body = { actionId: planned.id, planSha256: planned.planSha256, decision: REVIEWED };
      await startDoomed(directory, "/planner/calendar-actions/execute", body, point).ended;
      const early = async (h: Harness) => {
        const { status, body } = await h.json("POST", "/planner/calendar-actions", { undoOf: planned.id });
        assert.deepEqual([status, body.error.includes(`is ${state}.`)], [400, true], body.error);
      };
      await using h = await Harness.open({ early }, directory);
      assert.equal((await execute(h, planned)).body.status, "executed");
      assert.equal(proxy.writes, 1);
    },
  );
}
