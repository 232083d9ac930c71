import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { DavServer } from "../simulation/domains/dav_server.ts";
import type { Reply } from "../simulation/network.ts";
import { configureRadicale } from "./dav_world.ts";
import { refresh } from "./planner_world.ts";
import { serveDav } from "./served_dav.ts";

const LUNCH = /<d:response><d:href>[^<]*Lunch-1[^<]*<\/d:href>.*?<\/d:response>/s;

Deno.test("an event that the server leaves out of its answer stays, and is asked for again", async () => {
  const server = new DavServer();
  server.add("Kept 1", "20260302T090000Z");
  server.add("Lunch 1", "20260302T120000Z");
  let isBroken = false;
  await using served = serveDav(server, ({ body }, answer) => {
    if (!isBroken || !body.includes("calendar-multiget")) return undefined;
    const reply = answer();
    return { ...reply, body: reply.body.replace(LUNCH, "") };
  });
  await using h = await harness();
  await configureRadicale(h, served);
  const starts = async () =>
    (await h.operator("GET /planner/artifacts")).map(({ title, start }) =>
      `${title} ${start!.at!.slice(11, 16)}`
    ).toSorted();
  await refresh(h);
  isBroken = true;
  server.add("Lunch 1", "20260302T130000Z");
  const { status, errors } = await refresh(h, { full: true });
  assert.deepEqual([status, errors[0]!.reason], ["partial", "The server did not return this object."]);
  assert.deepEqual(await starts(), ["Kept 1 09:00", "Lunch 1 12:00"]);
  isBroken = false;
  assert.equal((await refresh(h)).status, "completed");
  assert.deepEqual(await starts(), ["Kept 1 09:00", "Lunch 1 13:00"]);
  server.remove("Lunch 1");
  assert.equal((await refresh(h)).status, "completed");
  assert.deepEqual(await starts(), ["Kept 1 09:00"], "what is gone is removed");
});

Deno.test("an event whose path the server spells in two ways was returned", async () => {
  const server = new DavServer();
  server.add("ann@home", "20260302T090000Z");
  await using served = serveDav(server, ({ body }, answer) => {
    const reply = body.includes("sync-collection") ? answer() : null;
    return reply ? { ...reply, body: reply.body.replace("ann@home.ics", "ann%40home.ics") } : undefined;
  });
  await using h = await harness();
  await configureRadicale(h, served);
  const { status, errors } = await refresh(h);
  assert.deepEqual([status, errors], ["completed", []]);
});

for (
  const [what, page] of [
    ["a page of HTML", { status: 200, body: "<html>down</html>", headers: { "content-type": "text/html" } }],
    ["XML that ends early", {
      status: 207,
      body: `<d:multistatus xmlns:d="DAV:"><d:response>`,
      headers: { "content-type": "application/xml" },
    }],
    ["XML that is no list", { status: 200, body: "<down/>", headers: { "content-type": "application/xml" } }],
  ] satisfies [string, Reply][]
) {
  for (const asked of ["sync-collection", "calendar-multiget"]) {
    Deno.test(`${what} in answer to ${asked} removes nothing`, async () => {
      const server = new DavServer();
      server.add("Kept 1", "20260302T090000Z");
      let isDown = false;
      await using served = serveDav(server, ({ body }) => isDown && body.includes(asked) ? page : undefined);
      await using h = await harness();
      await configureRadicale(h, served);
      await refresh(h);
      isDown = true;
      const { status, errors } = await refresh(h, { full: true });
      assert.equal(status, "failed");
      assert.match(
        errors[0]!.reason,
        /^127\.0\.0\.1:\d+ (?:did not answer with a list|answered with a list that is cut off)/,
      );
      assert.deepEqual((await h.operator("GET /planner/artifacts")).map(({ title }) => title), ["Kept 1"]);
      isDown = false;
      assert.equal((await refresh(h)).status, "completed");
    });
  }
}
