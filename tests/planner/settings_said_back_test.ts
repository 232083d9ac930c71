import assert from "node:assert/strict";
import { type Harness, harness } from "../harness.ts";
import { calendarFile } from "./planner_world.ts";

const set = (h: Harness, body: Record<string, unknown>) =>
  h.operator("POST /planner/settings", { body: body as never });

Deno.test("settings are read back as set, and null restores the default", async () => {
  await using h = await harness();
  const before = await h.operator("GET /planner/settings");
  const mail = async (name: string) =>
    (await h.operator("POST /secrets", { body: { name, kind: "password", value: `${name}-of-ann-4711` } }))
      .id;
  const cases = [
    {
      weekStart: "sun",
      workingHours: { sat: [{ start: "10:00", end: "14:00" }] },
      bufferMinutes: 5,
      travelBufferMinutes: 30,
      dailyCapMinutes: 240,
      defaultDurationMinutes: 45,
      horizonDays: 30,
      defaultCalendarId: "local",
      identity: { name: "Ann", emails: ["ann@home.example"] },
      searchEngine: { kind: "searxng", url: "https://search.example.org", privateHost: null },
      privateHosts: ["192.168.1.10:8080"],
      smtp: {
        host: "mail.example.org",
        port: 465,
        security: "tls",
        username: "ann",
        secretId: await mail("first"),
        from: "ann@home.example",
      },
    },
    {
      weekStart: "sat",
      workingHours: { sun: [{ start: "11:00", end: "15:30" }] },
      bufferMinutes: 15,
      travelBufferMinutes: 60,
      dailyCapMinutes: 300,
      defaultDurationMinutes: 60,
      horizonDays: 60,
      defaultCalendarId: "work:/ann/calendar/",
      identity: { name: "Bob", emails: ["bob@work.example"] },
      searchEngine: {
        kind: "searxng",
        url: "http://192.168.1.11:8080",
        privateHost: "192.168.1.11:8080",
      },
      privateHosts: ["192.168.1.12:8080"],
      smtp: {
        host: "mail.example.net",
        port: 587,
        security: "starttls",
        username: "bob",
        secretId: await mail("second"),
        from: "bob@work.example",
      },
    },
    {
      searchEngine: {
        kind: "searxng",
        url: "http://192.168.1.13:8080",
        privateHost: "192.168.1.13:8080",
      },
    },
  ];
  for (const said of cases) {
    const read = await set(h, said);
    for (const [field, value] of Object.entries(said)) {
      assert.deepEqual(read[field as keyof typeof read], value, field);
    }
  }
  const cleared = Object.fromEntries(Object.keys(cases[0]!).map((field) => [field, null]));
  assert.deepEqual(await set(h, cleared), before);
});

Deno.test("a source is read back as sent: its role, collections, and whether it is read and written", async () => {
  await using h = await harness();
  const path = calendarFile([]);
  const { id: secretId } = await h.operator("POST /secrets", {
    body: { name: "dav", kind: "password", value: "a-password-of-dav-4711" },
  });
  const sources = [
    { id: "a", kind: "ics_file", path, role: "work", enabled: true, writeBack: "off", collections: null },
    { id: "b", kind: "markdown", path, role: "private", enabled: false, writeBack: "off", collections: null },
    {
      id: "c",
      kind: "caldav",
      url: "https://dav.example.org/",
      role: "holidays",
      username: "ann",
      secretId,
      collections: ["/ann/one/"],
    },
    {
      id: "d",
      kind: "caldav",
      url: "https://dav.example.net/",
      role: "time_off",
      username: "bob",
      secretId,
      collections: ["/bob/two/", "/bob/three/"],
    },
    { id: "e", kind: "ics_url", url: "https://calendar.example.org/a.ics" },
  ];
  const read = (await set(h, { refreshIntervalMinutes: 0, sources })).sources;
  for (const said of sources) {
    const source = read.find(({ id }) => id === said.id)!;
    for (const [field, value] of Object.entries(said)) {
      assert.deepEqual(source[field as keyof typeof source], value, `${said.id}.${field}`);
    }
  }
  const status = await h.operator("GET /planner/sources/status");
  assert.deepEqual(status.map(({ id, state }) => [id, state]), [
    ["a", "never"],
    ["b", "disabled"],
    ["c", "never"],
    ["d", "never"],
    ["e", "never"],
  ]);
  const registry = await h.operator("GET /planner/sources/registry");
  const ofKinds = registry.filter(({ id, kind }) => id === kind);
  assert.deepEqual(ofKinds.filter(({ configured }) => !configured).map(({ kind }) => kind), ["google"]);
});

Deno.test("the registry says how each kind of source logs in, and which way is configured", async () => {
  await using h = await harness();
  const { id: secretId } = await h.operator("POST /secrets", {
    body: { name: "calendar", kind: "token", value: "a-token-of-a-calendar" },
  });
  const configured = async () =>
    (await h.operator("GET /planner/sources/registry")).filter((one) => one.configured).map((
      { id, auth },
    ) => [
      id,
      auth,
    ]);
  assert.deepEqual(await configured(), []);
  const feed = { id: "feed", kind: "ics_url" as const, url: "https://calendar.example.org/a.ics", secretId };
  await h.operator("POST /planner/settings", { body: { sources: [feed] } });
  assert.deepEqual(await configured(), [["ics_url", "none"], ["ics_url_token", "bearer"]]);
  await h.operator("POST /planner/settings", { body: { sources: [{ id: "feed", username: "ann" }] } });
  assert.deepEqual(await configured(), [["ics_url", "none"], ["ics_url_password", "basic"]]);
  const ids = (await h.operator("GET /planner/sources/registry")).map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
});
