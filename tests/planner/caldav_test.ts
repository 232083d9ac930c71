import assert from "node:assert/strict";
import { type Harness, harness } from "../harness.ts";
import { calendar, event, refresh } from "./planner_world.ts";
import { configureRadicale } from "./dav_world.ts";
import { PASSWORD, Radicale, radicaleTest } from "./radicale.ts";

const titles = async (h: Harness) =>
  (await h.operator("GET /planner/artifacts")).map(({ title }) => title).sort();

radicaleTest(
  "a CalDAV server is found, read, and then asked for changes alone: new, changed and removed objects",
  async () => {
    await using radicale = await Radicale.start();
    await using h = await harness();
    await radicale.put("a", calendar([event({ uid: "a", start: "20260302T090000Z" })]));
    await radicale.put("b", calendar([event({ uid: "b", start: "20260302T090000Z" })]));
    await configureRadicale(h, radicale);
    const first = await refresh(h);
    assert.deepEqual([first.status, first.mode, first.counts.added, first.errors], [
      "completed",
      "full",
      2,
      [],
    ]);
    const [status] = await h.operator("GET /planner/sources/status");
    assert.deepEqual([status!.state, status!.collections.map(({ id, readOnly }) => [id, readOnly])], ["ok", [[
      "/ann/work/",
      false,
    ]]]);
    const [a] = (await h.operator("GET /planner/artifacts")).filter(({ uid }) => uid === "a");
    assert.equal(a!.sourceRef, "/ann/work/a.ics");
    assert.match(a!.etag!, /^"/);

    await radicale.put("a", calendar([event({ uid: "a", start: "20260302T100000Z", title: "moved" })]));
    await radicale.put("c", calendar([event({ uid: "c", start: "20260303T090000Z" })]));
    await radicale.remove("b");
    const second = await refresh(h);
    assert.deepEqual([second.status, second.mode], ["completed", "incremental"]);
    assert.deepEqual(second.counts, { seen: 2, added: 1, changed: 1, removed: 1, unchanged: 0, invalid: 0 });
    assert.deepEqual(await titles(h), ["event c", "moved"]);
    assert.equal((await refresh(h)).counts.seen, 0);
    assert.deepEqual(h.rebuildDifferences(), []);
  },
);

radicaleTest(
  "a wrong password makes the source wait for other settings, its items stay, and the right one lets it continue",
  async () => {
    await using radicale = await Radicale.start();
    await using h = await harness();
    await radicale.put("a", calendar([event({ uid: "a", start: "20260302T090000Z" })]));
    const secretId = await configureRadicale(h, radicale);
    await refresh(h);
    await h.operator("POST /secrets", {
      body: { id: secretId, name: "radicale", kind: "password", value: "not-the-right-one" },
    });
    const run = await refresh(h, { full: true });
    assert.equal(run.status, "failed");
    assert.match(run.errors[0]!.reason, /401/);
    const [status] = await h.operator("GET /planner/sources/status");
    assert.deepEqual([status!.state, status!.nextRefreshAt, status!.artifacts], ["auth_required", null, 1]);
    await h.operator("POST /secrets", {
      body: { id: secretId, name: "radicale", kind: "password", value: PASSWORD },
    });
    await h.operator("POST /planner/settings", { body: { sources: [{ id: "dav", label: "again" }] } });
    assert.equal((await refresh(h)).status, "completed");
  },
);

Deno.test("the password goes to the configured origin alone, whatever an answer of the server names", async () => {
  const seen: (string | null)[] = [];
  await using thief = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    seen.push(request.headers.get("authorization"));
    return new Response(null, { status: 404 });
  });
  const evil = `http://127.0.0.1:${thief.addr.port}/`;
  const asked: (string | null)[] = [];
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    asked.push(request.headers.get("authorization"));
    return new Response(
      `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:"><d:response><d:href>/</d:href><d:propstat><d:prop><d:current-user-principal><d:href>${evil}principal/</d:href></d:current-user-principal></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>`,
      { status: 207, headers: { "content-type": "application/xml" } },
    );
  });
  await using h = await harness();
  const { id: secretId } = await h.operator("POST /secrets", {
    body: { name: "dav", kind: "password", value: PASSWORD },
  });
  const host = `127.0.0.1:${server.addr.port}`;
  const source = {
    id: "dav",
    kind: "caldav" as const,
    url: `http://${host}/`,
    username: "ann",
    secretId,
    privateHost: host,
  };
  await h.operator("POST /planner/settings", { body: { sources: [source] } });
  const run = await refresh(h);
  assert.equal(run.status, "failed");
  assert.match(run.errors[0]!.reason, /another server/);
  assert.ok(
    asked.length > 0 && asked[0]?.startsWith("Basic "),
    "the control: the configured server was asked with it",
  );
  assert.deepEqual(seen, []);
});
