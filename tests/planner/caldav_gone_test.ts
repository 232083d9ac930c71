import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { DavServer } from "../simulation/domains/dav_server.ts";
import { configureRadicale } from "./dav_world.ts";
import { refresh } from "./planner_world.ts";

/** Serves a CalDAV server on a port; `before` is done before each request is answered. */
function serve(server: DavServer, before: (body: string) => Response | undefined) {
  return Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const { pathname: path } = new URL(request.url);
    const received = await request.text();
    const instead = before(received);
    if (instead) return instead;
    const headers = Object.fromEntries(request.headers);
    const { status, body, headers: given } = server.answer({
      method: request.method,
      path,
      headers,
      body: received,
    });
    return new Response(status === 204 ? null : body, { status, ...(given && { headers: given }) });
  });
}

Deno.test("an event that is removed while its calendar is read is left out, and the others are read", async () => {
  const server = new DavServer();
  server.add("Kept 1", "20260302T090000Z");
  server.add("Gone 1", "20260302T100000Z");
  await using served = serve(server, (body) => {
    if (body.includes("calendar-multiget")) server.remove("Gone 1");
    return undefined;
  });
  await using h = await harness();
  const host = `127.0.0.1:${served.addr.port}`;
  await configureRadicale(h, { url: `http://${host}/`, host });
  const { status, errors } = await refresh(h);
  assert.deepEqual([status, errors], ["completed", []]);
  assert.deepEqual((await h.operator("GET /planner/artifacts")).map(({ title }) => title), ["Kept 1"]);
  assert.equal((await refresh(h)).status, "completed");
});

Deno.test("a server that does not return the events is named with its answer", async () => {
  const server = new DavServer();
  server.add("Kept 1", "20260302T090000Z");
  await using served = serve(
    server,
    (body) => body.includes("calendar-multiget") ? new Response("busy", { status: 503 }) : undefined,
  );
  await using h = await harness();
  const host = `127.0.0.1:${served.addr.port}`;
  await configureRadicale(h, { url: `http://${host}/`, host });
  const { status, errors } = await refresh(h);
  assert.equal(status, "failed");
  assert.equal(errors[0]!.reason, `${host} answered with 503 when asked for events.`);
});
