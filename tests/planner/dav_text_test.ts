import assert from "node:assert/strict";
import { withPlainText } from "../../services/planning/calendars/dav_text.ts";
import { harness } from "../harness.ts";
import { worked } from "../kit/worked.ts";
import { DavServer } from "../simulation/domains/dav_server.ts";
import { configureRadicale } from "./dav_world.ts";
import { refresh } from "./planner_world.ts";
import { serveDav } from "./served_dav.ts";

Deno.test("a token and a name that look like a number keep their digits", async () => {
  for (const word of ["1.50", "<![CDATA[2026]]>"]) {
    const server = new DavServer();
    server.add("Kept 1", "20260302T090000Z");
    const asked: (string | undefined)[] = [];
    await using served = serveDav(server, ({ body }, answer) => {
      if (body.includes("sync-collection")) asked.push(/sync-token>([^<]*)</.exec(body)?.[1]);
      const reply = answer();
      const named = reply.body
        .replace("<d:displayname>Work<", `<d:displayname>${word}<`)
        .replace(/(<d:sync-token>)\d+</, `$1${word}<`);
      return { ...reply, body: named };
    });
    await using h = await harness();
    await configureRadicale(h, served);
    await refresh(h);
    await refresh(h);
    const said = word.replace(/^<!\[CDATA\[(.*)\]\]>$/, "$1");
    assert.deepEqual(asked, [undefined, said]);
    const [source] = await h.operator("GET /planner/sources/status");
    assert.deepEqual(source!.collections.map(({ label }) => label), [said]);
  }
});

Deno.test("an entity tag that looks like a number is sent as it is", async () => {
  const server = new DavServer();
  server.add("Kept 1", "20260302T090000Z");
  const tag = "1.50";
  await using served = serveDav(server, (_, answer) => {
    const reply = answer();
    return { ...reply, body: reply.body.replaceAll(/(<d:getetag>)[^<]*</g, `$1${tag}<`) };
  });
  await using h = await harness();
  await configureRadicale(h, served);
  await refresh(h);
  assert.deepEqual((await h.operator("GET /planner/artifacts")).map(({ etag }) => etag), [tag]);
});

Deno.test("what stands in a section stays as it is, and what never ends is read once", async () => {
  const section = "<a><![CDATA[<getetag>5</getetag>]]></a>";
  assert.equal(withPlainText(section), section);
  for (const begin of ["<![CDATA[", "<getetag ", "<a:b", "<getetag>1"]) {
    const milliseconds = await worked(() => withPlainText(begin.repeat(100_000)), 500);
    assert.ok(milliseconds <= 500, `${begin} took ${milliseconds} ms`);
  }
});
