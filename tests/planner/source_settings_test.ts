import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { linked } from "../oauth/oauth_world.ts";
import { configureRadicale } from "./dav_world.ts";
import { calendar, calendarFile, refresh } from "./planner_world.ts";
import { Radicale, radicaleTest } from "./radicale.ts";

Deno.test("a source that cannot be written to is not configured to be, and its tasks' changes stay local", async () => {
  await using h = await harness();
  const path = calendarFile([]).replace(/calendar\.ics$/, "tasks.md");
  Deno.writeTextFileSync(path, "- [ ] Mow\n");
  const set = (source: object) => h.json("POST", "/planner/settings", { sources: [{ id: "s", ...source }] });
  const places = {
    ics_file: { path },
    markdown: { path },
    ics_url: { url: "https://calendar.example.org/a.ics" },
  };
  for (const [kind, place] of Object.entries(places)) {
    const { status, body } = await set({ kind, ...place, writeBack: "ask" });
    assert.equal(status, 400);
    assert.match(body.error, new RegExp(`"s" is read-only \\(${kind}\\)`));
  }
  const { body } = await set({ kind: "markdown", path });
  assert.equal(body.sources[0].writeBack, "off");
  await refresh(h);
  const [task] = await h.operator("GET /planner/tasks");
  const toggled = await h.operator("POST /planner/tasks/:id/toggle", { params: { id: task!.id }, body: {} });
  assert.deepEqual([toggled.sync.state, /read-only/.test(toggled.sync.detail)], ["local", true]);
  const { bySource } = await h.operator("GET /planner/refresh/pending", { query: {} });
  assert.equal(bySource.find(({ id }) => id === "s")!.toPush, 0);
});

radicaleTest(
  "what waits to be written back is counted, a completed task too, until it was written or settled",
  async () => {
    await using radicale = await Radicale.start();
    await using h = await harness();
    const todo = ["BEGIN:VTODO", "UID:t", "DTSTAMP:20260101T000000Z", "SUMMARY:Mow", "END:VTODO"].join(
      "\r\n",
    );
    await radicale.put("t", calendar([todo]));
    await configureRadicale(h, radicale);
    await refresh(h);
    const counts = async () => {
      const { bySource } = await h.operator("GET /planner/refresh/pending", { query: {} });
      return bySource.find(({ id }) => id === "dav")!.toPush;
    };
    const [task] = await h.operator("GET /planner/tasks");
    const toggle = () => h.operator("POST /planner/tasks/:id/toggle", { params: { id: task!.id }, body: {} });
    assert.equal(await counts(), 0);
    assert.equal((await toggle()).sync.state, "to_push");
    assert.equal(await counts(), 1);
    await h.operator("POST /planner/settings", { body: { sources: [{ id: "dav", writeBack: "off" }] } });
    assert.equal(await counts(), 0);
  },
);

Deno.test("what a refresh could not read is counted as still to fetch, and is unknown after a failure", async () => {
  await using h = await harness();
  const path = calendarFile([]);
  await h.operator("POST /planner/settings", {
    body: { refreshIntervalMinutes: 0, sources: [{ id: "home", kind: "ics_file", path }] },
  });
  const toFetch = async () => {
    const { bySource } = await h.operator("GET /planner/refresh/pending", { query: {} });
    return bySource.map((each) => each.toFetch);
  };
  assert.deepEqual(await toFetch(), [0, null], "nothing was read yet");
  await refresh(h);
  assert.deepEqual(await toFetch(), [0, 0]);
  Deno.writeTextFileSync(path, calendar(["BEGIN:VEVENT\r\nUID:a\r\nDTSTART:never\r\nEND:VEVENT"]));
  await refresh(h);
  assert.deepEqual(await toFetch(), [0, 1]);
  Deno.removeSync(path);
  await refresh(h);
  assert.deepEqual(await toFetch(), [0, null]);
});

Deno.test("an address that is never contacted is refused when it is set", async () => {
  await using h = await harness();
  const refused = async (body: object) => {
    const answer = await h.json("POST", "/planner/settings", body);
    assert.equal(answer.status, 400, JSON.stringify(body));
    assert.match(answer.body.error, /is never contacted/);
  };
  const feed = { id: "feed", kind: "ics_url" };
  for (
    const host of ["169.254.169.254", "[fe80::1]", "[::ffff:169.254.169.254]", "0xa9.0xfe.1.1", "224.0.0.1"]
  ) {
    await refused({ sources: [{ ...feed, url: `https://${host}/a.ics` }] });
    await refused({ searchEngine: { kind: "searxng", url: `http://${host}/` } });
    await refused({ privateHosts: [`${host}:80`] });
  }
  await refused({ sources: [{ ...feed, url: "https://example.org/a.ics", privateHost: "169.254.1.1:80" }] });
  assert.deepEqual((await h.operator("GET /planner/settings")).sources, []);
});

Deno.test("a Google source takes only an account whose access its server may have", async () => {
  await using world = await linked({});
  const source = { id: "g", kind: "google", accountId: world.account.id };
  const { status, body } = await world.h.json("POST", "/planner/settings", { sources: [source] });
  assert.equal(status, 400);
  assert.match(body.error, /"example" may not be used at www\.googleapis\.com.*Use an account of Google/);
});

Deno.test("a name that would begin another line of a mail is refused when it is set", async () => {
  await using h = await harness();
  for (const name of ["Ann\r\nBcc: eve@example.org", "Ann\nX", "Ann\u2028", "Ann\u202e"]) {
    const { status, body } = await h.json("POST", "/planner/settings", { identity: { name } });
    assert.deepEqual([status, /identity\.name/.test(body.error)], [400, true], body.error);
  }
  const { identity } = await h.operator("POST /planner/settings", { body: { identity: { name: "Zoë Ní" } } });
  assert.equal(identity.name, "Zoë Ní");
});
