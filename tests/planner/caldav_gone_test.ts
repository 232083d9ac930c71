import assert from "node:assert/strict";
import { REVIEWED } from "../approvals/letters.ts";
import { harness } from "../harness.ts";
import { DavServer } from "../simulation/domains/dav_server.ts";
import { configureRadicale } from "./dav_world.ts";
import { refresh } from "./planner_world.ts";
import { serveDav } from "./served_dav.ts";

Deno.test("an event that is removed while its calendar is read is left out, and the others are read", async () => {
  const server = new DavServer();
  server.add("Kept 1", "20260302T090000Z");
  server.add("Gone 1", "20260302T100000Z");
  await using served = serveDav(server, ({ body }) => {
    if (body.includes("calendar-multiget")) server.remove("Gone 1");
    return undefined;
  });
  await using h = await harness();
  await configureRadicale(h, served);
  const { status, errors } = await refresh(h);
  assert.deepEqual([status, errors], ["completed", []]);
  assert.deepEqual((await h.operator("GET /planner/artifacts")).map(({ title }) => title), ["Kept 1"]);
  assert.equal((await refresh(h)).status, "completed");
});

Deno.test("a server that does not return the events is named with its answer", async () => {
  const server = new DavServer();
  server.add("Kept 1", "20260302T090000Z");
  await using served = serveDav(
    server,
    ({ body }) => body.includes("calendar-multiget") ? { status: 503, body: "busy" } : undefined,
  );
  await using h = await harness();
  await configureRadicale(h, served);
  const { status, errors } = await refresh(h);
  assert.equal(status, "failed");
  assert.equal(errors[0]!.reason, `${served.host} answered with 503 when asked for events.`);
});

Deno.test("an event that the server does not return stays as it was, and is asked for again", async () => {
  const server = new DavServer();
  server.add("Kept 1", "20260302T090000Z");
  server.add("Lunch 1", "20260302T120000Z");
  let isBroken = false;
  await using served = serveDav(server, ({ body }, answer) => {
    if (!isBroken || !body.includes("calendar-multiget")) return undefined;
    const reply = answer();
    const broken = reply.body.replace(
      /<d:response>(<d:href>[^<]*Lunch-1[^<]*<\/d:href>).*?<\/d:response>/s,
      "<d:response>$1<d:status>HTTP/1.1 500 Internal Server Error</d:status></d:response>",
    );
    assert.notEqual(broken, reply.body);
    return { ...reply, body: broken };
  });
  await using h = await harness();
  await configureRadicale(h, served);
  const starts = async () =>
    (await h.operator("GET /planner/artifacts")).map(({ title, start }) =>
      `${title} ${start!.at!.slice(11, 16)}`
    ).toSorted();
  await refresh(h);
  isBroken = true;
  assert.equal((await refresh(h, { full: true })).status, "partial");
  assert.deepEqual(await starts(), ["Kept 1 09:00", "Lunch 1 12:00"]);
  server.add("Lunch 1", "20260302T130000Z");
  assert.equal((await refresh(h)).status, "partial");
  assert.deepEqual(await starts(), ["Kept 1 09:00", "Lunch 1 12:00"]);
  isBroken = false;
  assert.equal((await refresh(h)).status, "completed");
  assert.deepEqual(await starts(), ["Kept 1 09:00", "Lunch 1 13:00"]);
});

Deno.test("a server that lists its events in parts is asked for all of them", async () => {
  const server = new DavServer();
  for (const n of [1, 2, 3]) server.add(`Event ${n}`, `2026030${n}T090000Z`);
  const RESPONSES = /<d:response>.*?<\/d:response>/gs;
  await using served = serveDav(server, ({ body, path }, answer) => {
    if (!body.includes("sync-collection")) return undefined;
    const [, since] = /sync-token>([^<]*)</.exec(body) ?? [];
    const reply = answer();
    const all = reply.body.match(RESPONSES) ?? [];
    const from = since === "first part" ? 2 : 0;
    if (since !== undefined && since !== "first part") return undefined;
    const isCut = from === 0 && all.length > 2;
    const cut =
      `<d:response><d:href>${path}</d:href><d:status>HTTP/1.1 507 Insufficient Storage</d:status></d:response>`;
    const responses = [...all.slice(from, from + 2), ...isCut ? [cut] : []].join("");
    const token = isCut ? "<d:sync-token>first part</d:sync-token>" : "<d:sync-token>4</d:sync-token>";
    return {
      ...reply,
      body: reply.body.replaceAll(RESPONSES, "").replace(
        /<d:sync-token>.*<\/d:sync-token>/,
        responses + token,
      ),
    };
  });
  await using h = await harness();
  await configureRadicale(h, served);
  for (const full of [false, true, false]) {
    assert.equal((await refresh(h, { full })).status, "completed");
    assert.deepEqual((await h.operator("GET /planner/artifacts")).map(({ title }) => title).toSorted(), [
      "Event 1",
      "Event 2",
      "Event 3",
    ]);
  }
});

Deno.test("an event that is written while its calendar is read stays", async () => {
  const server = new DavServer();
  server.add("Kept 1", "20260302T090000Z");
  let between = () => Promise.resolve();
  await using served = serveDav(server, async ({ body }, answer) => {
    if (!body.includes("calendar-multiget")) return undefined;
    const reply = answer();
    await between();
    return reply;
  });
  await using h = await harness({ now: () => new Date("2026-03-01T00:00:00Z") });
  await configureRadicale(h, served);
  await refresh(h);
  const titles = async () =>
    (await h.operator("GET /planner/artifacts")).map(({ title }) => title).toSorted();
  between = async () => {
    between = () => Promise.resolve();
    await h.operator("POST /planner/calendar-events/create", {
      body: {
        title: "Written 1",
        start: "2026-03-02T12:00:00Z",
        calendarId: "dav:/ann/work/",
        decision: REVIEWED,
      },
    });
  };
  assert.equal((await refresh(h, { full: true })).status, "completed");
  assert.deepEqual(await titles(), ["Kept 1", "Written 1"]);
  assert.equal((await refresh(h)).status, "completed");
  assert.deepEqual(await titles(), ["Kept 1", "Written 1"]);
});
