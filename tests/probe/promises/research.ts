import assert from "node:assert/strict";
import { article, Web } from "../../research/web_world.ts";
import { promised, type PromisesOf } from "../promise.ts";
import type { Payload, Prober } from "../prober.ts";

/** A document of the project's context. */
const guide = (probe: Prober, title: string) => ({
  projectPath: probe.repository.root,
  title,
  documentType: "guide",
  content: `# ${title}\n`,
});

const make = (probe: Prober, title: string): Promise<Payload> =>
  probe.call("POST /projects/context", { body: guide(probe, title) });

/** A page that the operator lets research read. */
const page = (probe: Prober): Promise<Payload> =>
  probe.once("a web page", async () => {
    const web = await Web.pages({ "/page": article("A page", ["It has many words. ".repeat(30)]) });
    probe.owned.push(web);
    await probe.call("POST /planner/settings", { body: { privateHosts: [web.host] } });
    return web;
  });

const REFUSED = "(refused address: 400 naming the rule, never the resolved address)";

export default {
  "GET /projects/context": [
    promised(
      "interface",
      "Query: projectPath, status, documentType, includeArchived, query, limit.",
      async ({ call }, probe) => {
        const { id } = await make(probe, "Filtered");
        const ids = async (query: Record<string, string>) =>
          (await call({ query })).map((each: Payload) => each.id);
        assert.ok((await ids({ projectPath: probe.repository.root, documentType: "guide" })).includes(id));
        assert.equal((await ids({ documentType: "other" })).includes(id), false);
        await probe.call("POST /projects/context/:id/archive", { params: { id } });
        assert.equal((await ids({})).includes(id), false);
        assert.ok((await ids({ includeArchived: "true" })).includes(id));
      },
    ),
  ],
  "POST /projects/context": [
    promised(
      "semantics",
      "`projectPath, title, documentType, content, metadata?`",
      async ({ call, refused }, probe) => {
        const body: Record<string, unknown> = guide(probe, "Made");
        assert.equal((await call({ body: { ...body, metadata: { a: "b" } } })).title, "Made");
        for (const name of ["projectPath", "title", "documentType", "content"]) {
          await refused(400, { body: { ...body, [name]: undefined } });
        }
      },
    ),
  ],
  "GET /projects/context/:id": [
    promised("interface", "projectContextDocumentWithContentSchema", async ({ call }, probe) => {
      const { id } = await make(probe, "Read");
      assert.equal((await call({ params: { id } })).content, "# Read\n");
    }),
  ],
  "PATCH /projects/context/:id": [
    promised("semantics", "(update: all optional, plus `status`)", async ({ call }, probe) => {
      const { id } = await make(probe, "Changed");
      assert.equal((await call({ params: { id }, body: {} })).title, "Changed");
      assert.equal((await call({ params: { id }, body: { title: "Renamed" } })).title, "Renamed");
      assert.equal((await call({ params: { id }, body: { status: "archived" } })).status, "archived");
    }),
  ],
  "POST /projects/context/:id/archive": [
    promised(
      "semantics",
      "Asking for a state that is already reached is 200 and changes nothing (archive an archived record, resume a running run, cancel a finished one)",
      async ({ call }, probe) => {
        const { id } = await make(probe, "Archived");
        const first = await call({ params: { id } });
        assert.equal(first.status, "archived");
        assert.deepEqual(await call({ params: { id } }), first);
      },
    ),
  ],
  "POST /research/source-metadata": [
    promised("planner", "precedence JSON-LD, og, twitter, `<meta>`, `<title>`", async ({ call }, probe) => {
      const web = await page(probe);
      assert.match((await call({ body: { url: web.url("/page") } })).title, /A page/);
    }),
    promised("planner", REFUSED, async ({ refused }) => {
      assert.match(await refused(400, { body: { url: "http://169.254.169.254/latest" } }), /169\.254/);
    }),
  ],
  "POST /research/source-search": [
    promised("planner", "without an engine: stored only", async ({ call, refused }, probe) => {
      const web = await page(probe);
      await probe.call("POST /research/source-preview", { body: { url: web.url("/page") } });
      const found = await call({ body: { query: "words" } });
      assert.ok(found.every(({ origin }: Payload) => origin === "stored"));
      await refused(400, { body: {} });
    }),
  ],
  "POST /research/source-preview": [
    promised(
      "planner",
      "the metadata and `content` (plain text, 200 KB), `wordCount, readable, truncated, links[], snapshot {path, sha256, size}, drift {previousSha256, previousAt, changed, similarity} or null`",
      async ({ call }, probe) => {
        const web = await page(probe);
        await call({ body: { url: web.url("/page") } });
        const { content, wordCount, snapshot, drift } = await call({ body: { url: web.url("/page") } });
        assert.match(content, /many words/);
        assert.ok(wordCount > 100 && snapshot.sha256);
        assert.equal(drift.changed, false);
      },
    ),
  ],
} satisfies PromisesOf;
