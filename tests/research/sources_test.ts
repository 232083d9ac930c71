import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { harness } from "../harness.ts";
import { queuedRun } from "../routes/queued_run.ts";
import { article, Web } from "./web_world.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

const WORDS = "The quick brown fox jumps over the lazy dog and runs through the wide forest of the north. "
  .repeat(8);

const HEAD = `
<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"WebSite","name":"Site"},
{"@type":"NewsArticle","headline":"How releases are cut","datePublished":"2026-03-04T05:06:07+01:00",
"author":[{"@type":"Person","name":"Ann Berg"},{"name":"Bo"}],"publisher":{"name":"The Site"},"image":{"url":"/lead.png"}}]}</script>
<meta property="og:title" content="OG title"><meta property="og:description" content="What &amp; why">
<meta name="description" content="plain"><link rel="canonical" href="/how"><meta name="author" content="Nobody">`;

Deno.test("POST /research/source-metadata: what a page says of itself, JSON-LD before previews before plain HTML; nothing is kept", async () => {
  await using h = await harness();
  const page = article("Plain title", [WORDS], HEAD);
  await using web = await Web.pages({
    "/a": page,
    "/bare": "<title>Only a title</title><p>x",
    "/odd":
      `<meta property="og:url" content="https://elsewhere.example/x"><script type="application/ld+json">{broken</script>`,
  });
  await web.permit(h);
  const ask = (path: string) =>
    h.operator("POST /research/source-metadata", { body: { url: web.url(path) } });
  const events = await h.eventsOf(async () => {
    const { fetchedAt, ...metadata } = await ask("/a?key=1#part");
    assert.ok(Date.parse(fetchedAt) > 0);
    assert.deepEqual(metadata, {
      url: web.url("/a?key=1#part"),
      finalUrl: web.url("/a?key=1"),
      canonicalUrl: web.url("/how"),
      redirects: [],
      status: 200,
      mediaType: "text/html",
      title: "How releases are cut",
      description: "What & why",
      siteName: "The Site",
      author: "Ann Berg, Bo",
      publishedAt: "2026-03-04T04:06:07.000Z",
      language: "en",
      image: web.url("/lead.png"),
      bytes: new TextEncoder().encode(page).length,
      sha256: sha256(page),
      warnings: [],
    });
    const bare = await ask("/bare");
    assert.deepEqual([bare.title, bare.author, bare.publishedAt, bare.language], [
      "Only a title",
      null,
      null,
      null,
    ]);
    const odd = await ask("/odd");
    assert.deepEqual(odd.warnings, [
      "The page names an address on another host as its own, elsewhere.example.",
    ]);
    const gone = await ask("/gone");
    assert.deepEqual([gone.status, gone.warnings], [404, [`${web.host} answered with 404.`]]);
  });
  assert.deepEqual(events, []);
});

Deno.test("POST /research/source-preview: the article as plain text, kept by its hash; the next reading says what changed", async () => {
  await using h = await harness();
  const pages: Record<string, string> = {
    "/a": article("Releases", [WORDS, "Cut <b>on</b> Fridays.\u202e"]),
  };
  await using web = await Web.pages(pages);
  await web.permit(h);
  const read = () => h.operator("POST /research/source-preview", { body: { url: web.url("/a") } });
  const first = await read();
  assert.equal(first.readable, true);
  assert.match(first.content, /Cut on Fridays\.\n/);
  assert.doesNotMatch(first.content, /Menu entry|stolen|<|\u202e/);
  assert.ok(first.wordCount > 100 && !first.truncated);
  assert.deepEqual(
    first.links.map(({ url }) => url),
    [web.url("/menu"), web.url("/other?x=1")],
    "of the web alone",
  );
  assert.deepEqual([first.drift, first.snapshot.sha256], [null, sha256(first.content)]);
  assert.equal(await Deno.readTextFile(join(h.directory, first.snapshot.path)), first.content);

  const same = await read();
  assert.deepEqual(same.drift, {
    previousSha256: first.snapshot.sha256,
    previousAt: same.drift!.previousAt,
    changed: false,
    similarity: 1,
  });
  pages["/a"] = article("Releases", [WORDS, "Cut on Mondays, never on another day."]);
  const changed = await read();
  assert.equal(changed.drift!.changed, true);
  assert.ok(
    changed.drift!.similarity! > 0.6 && changed.drift!.similarity! < 1,
    `${changed.drift!.similarity}`,
  );
  pages["/a"] = article("Another thing", ["Whales swim in deep water and sing to each other. ".repeat(20)]);
  await Deno.remove(join(h.directory, changed.snapshot.path));
  const lost = await read();
  assert.equal(lost.drift!.similarity, null, "the former text is lost, and that is said");
  delete pages["/a"];
  await assert.rejects(read(), /answered with the status 404 instead of a page/);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("what is not a document is read as far as it can be: plain text, other encodings, pictures, far too much, far too deep", async () => {
  await using h = await harness();
  const answers: Record<string, [type: string, body: string | Uint8Array]> = {
    "/text.txt": ["text/plain; charset=iso-8859-1", new Uint8Array([0x4d, 0xfc, 0x6c, 0x6c])],
    "/meta": [
      "text/html",
      new Uint8Array([...new TextEncoder().encode(`<meta charset="windows-1252"><p>`), 0x80]),
    ],
    "/picture": ["image/png", new Uint8Array([0x89, 0x50])],
    "/long": ["text/plain", "word ".repeat(100_000)],
    "/many": ["text/html", "<p>item</p>".repeat(60_000)],
    "/deep": ["text/html", `${"<div>".repeat(15_000)}bottom`],
    "/unclosed": ["text/html", `<p>${"<b><i></x>".repeat(9_000)}end`],
    "/nothing": ["text/html", ""],
  };
  await using web = await Web.start((asked, answer) => {
    const [type, body] = answers[asked.url!]!;
    answer.writeHead(200, { "content-type": type }).end(body);
  });
  await web.permit(h);
  const read = (path: string) =>
    h.operator("POST /research/source-preview", { body: { url: web.url(path) } });
  const text = await read("/text.txt");
  assert.deepEqual([text.content, text.title, text.readable, text.mediaType], [
    "Müll",
    "text.txt",
    false,
    "text/plain",
  ]);
  assert.equal((await read("/meta")).content, "€");
  const picture = await read("/picture");
  assert.deepEqual([picture.content, picture.warnings], ["", [
    "Content of the type image/png is not read, only text.",
  ]]);
  const long = await read("/long");
  assert.deepEqual([long.truncated, long.snapshot.size], [true, 200 * 1024]);
  const many = await read("/many");
  assert.equal(many.truncated, true);
  assert.match(many.warnings.join(), /more than 20000 elements/);
  assert.match((await read("/deep")).content, /bottom/);
  assert.match((await read("/unclosed")).content, /end/);
  assert.equal((await read("/nothing")).content, "");
});

Deno.test("POST /research/source-search: what was read and saved, and then the engine; the same page comes once", async () => {
  const resolved: string[] = [];
  await using h = await harness({
    network: { resolve: (name) => (resolved.push(name), Promise.resolve([])) },
  });
  await using run = await queuedRun(h);
  const params = { id: run.id };
  await using web = await Web.pages({
    "/fox": article("Foxes", [`${WORDS} Überall läuft die Füchsin.`]),
    "/fish": article("Fish", ["Carp. ".repeat(80)]),
  });
  await web.permit(h);
  for (const path of ["/fox", "/fish"]) {
    await h.operator("POST /research/source-preview", { body: { url: web.url(path) } });
  }
  const note = await h.operator("POST /runs/:id/research-notes", {
    params,
    body: { content: "A fox was seen", sourceUrl: "https://notes.example/1", tags: ["animal"] },
  });
  const asset = await h.operator("POST /runs/:id/research-assets", {
    params,
    body: { title: "Fox picture", url: "https://pictures.example/fox.png", summary: "A fox in the snow" },
  });
  await h.operator("POST /runs/:id/research-assets", {
    params,
    body: { title: "Fish picture", url: "https://pictures.example/fish.png", summary: "A carp in the water" },
  });
  const search = (query: string, more = {}) =>
    h.operator("POST /research/source-search", { body: { query, ...more } });
  const found = await search("fox");
  assert.deepEqual(found.map(({ rank }) => rank), [1, 2, 3]);
  assert.deepEqual(found.map(({ stored }) => stored!.kind).sort(), ["asset", "note", "source"]);
  assert.deepEqual(found.map(({ id }) => id).filter((id) => [note.id, asset.id].includes(id)).length, 2);
  const page = found.find(({ stored }) => stored!.kind === "source")!;
  assert.deepEqual([page.url, page.origin, page.engine], [web.url("/fox"), "stored", null]);
  const [accents] = await search("fuchsin");
  assert.equal(accents!.id, page.id, "accents do not matter");
  assert.match((await search("läuft füchsin"))[0]!.snippet, /^… .*Überall läuft die Füchsin/);
  assert.deepEqual(await search('") OR * NEAR('), []);
  assert.deepEqual(await search("carp fox"), [], "all words");

  const asked: URL[] = [];
  let answer: unknown = {
    results: [
      { url: web.url("/fox"), title: "Foxes", content: "known" },
      {
        url: "https://new.example/fox",
        title: "New\u202e fox",
        content: "A <b>new</b> fox",
        engine: "duckduckgo",
        score: 3,
      },
      { url: "javascript:alert(1)", title: "bad" },
      { url: web.url("/fish"), title: "Fish", content: null },
    ],
  };
  await using engine = await Web.start((request, response) => {
    asked.push(new URL(request.url!, "http://engine"));
    response.writeHead(answer === null ? 403 : 200, { "content-type": "application/json" }).end(
      JSON.stringify(answer),
    );
  });
  await h.operator("POST /planner/settings", {
    body: { searchEngine: { kind: "searxng", url: `http://${engine.host}/`, privateHost: engine.host } },
  });
  const both = await search("fox & hound", { limit: 10 });
  assert.deepEqual([
    asked[0]!.pathname,
    asked[0]!.searchParams.get("q"),
    asked[0]!.searchParams.get("format"),
  ], ["/search", "fox & hound", "json"]);
  assert.deepEqual(
    both.map(({ url, origin, engine, stored }) => [url, origin, engine, stored?.kind ?? null]),
    [
      [web.url("/fox"), "engine", "searxng", "source"],
      ["https://new.example/fox", "engine", "duckduckgo", null],
      [web.url("/fish"), "engine", "searxng", "source"],
    ],
  );
  assert.equal(both[1]!.title, "New fox");
  const mixed = await search("fox", { limit: 4 });
  assert.deepEqual(
    [mixed.length, mixed[3]!.url],
    [4, "https://new.example/fox"],
    "stored first, and a page once",
  );
  answer = {
    results: [`${web.url("/fox")}#tail`, "https://new.example", "https://new.example/"].map((url) => ({
      url,
      title: "Fox",
    })),
  };
  const spelled = (await search("fox")).map(({ url }) => url).filter((url) => !url?.includes("s.example"));
  assert.deepEqual(spelled, [web.url("/fox"), "https://new.example"], "a page once, however it is spelled");
  const before = asked.length;
  await search("fox", { origins: ["stored"] });
  assert.equal(asked.length, before, "nobody is asked where only what is stored is wanted");
  answer = { error: "?" };
  await assert.rejects(search("unheard"), /does not have SearXNG's format/);
  answer = null;
  await assert.rejects(search("unheard"), /search\.formats/);
  const alone = await search("fox");
  assert.ok(
    alone.length > 0 && alone.every(({ origin }) => origin === "stored"),
    "what is stored is not hidden",
  );
  for (const { warnings } of alone) {
    assert.match(warnings.join(), /search\.formats.* Only what is stored was searched\.$/);
  }
  answer = { error: "?" };
  for (const { warnings } of await search("fox")) {
    assert.match(warnings.join(), /does not have SearXNG's format/);
  }
  assert.deepEqual(mixed.flatMap(({ warnings }) => warnings), []);
  assert.deepEqual(resolved, []);

  await h.operator("POST /runs/:id/delete", { params });
  assert.deepEqual(
    (await search("fox", { origins: ["stored"] })).map(({ id }) => id),
    [page.id],
    "a run's notes go with it",
  );
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a page that was not read for ninety days is erased with its text; one that was read again stays", async () => {
  let at = Date.parse("2026-01-01T00:00:00Z");
  await using h = await harness({ now: () => new Date(at++) });
  await using web = await Web.pages({
    "/old": article("Old", ["Periwinkle secret words. ".repeat(30)]),
    "/used": article("Used", ["Remembered words. ".repeat(30)]),
  });
  await web.permit(h);
  const read = (path: string) =>
    h.operator("POST /research/source-preview", { body: { url: web.url(path) } });
  const [old] = [await read("/old"), await read("/used")];
  at += 60 * 24 * 3_600_000;
  const used = await read("/used");
  at += 40 * 24 * 3_600_000;
  await h.composition.maintenance.runOnce();
  const stored = (query: string) => h.operator("POST /research/source-search", { body: { query } });
  assert.deepEqual(await stored("periwinkle"), []);
  assert.equal((await stored("remembered")).length, 1);
  await assert.rejects(Deno.stat(join(h.directory, old!.snapshot.path)), Deno.errors.NotFound);
  assert.ok((await Deno.stat(join(h.directory, used.snapshot.path))).isFile);
  const left = h.store.database.all<{ data: string | null }>("select data from events");
  assert.deepEqual(left.filter(({ data }) => data?.includes("periwinkle")), []);
  assert.deepEqual(h.rebuildDifferences(), []);
});
