import assert from "node:assert/strict";
import { readPage } from "../../services/knowledge/research/page/read_page.ts";

const HEAD = { url: "https://a.example/x", mediaType: "text/html", charset: null, article: true };
const TEXT = "<p>" + "A sentence that belongs to the article, with commas, and more of it. ".repeat(30) +
  "</p>";

const page = (head: string, body = TEXT, charset: string | null = null) =>
  readPage(
    { ...HEAD, charset },
    new TextEncoder().encode(`<html><head>${head}</head><body>${body}</body></html>`),
  );

const meta = (name: string, content: string) => `<meta name="${name}" content="${content}">`;

Deno.test("the author of a page is a name: from JSON-LD, then the byline, then its head; never a handle or an address", () => {
  const linked = (author: string) =>
    `<script type="application/ld+json">${JSON.stringify({ "@type": "Article", author })}</script>`;
  const byline = `<article><p class="byline" rel="author">By Ann Berg</p>${TEXT}</article>`;
  const cases: [string, string, string | null][] = [
    [linked("Bo Holm") + meta("author", "Nobody"), byline, "Bo Holm"],
    [meta("author", "Nobody"), byline, "Ann Berg"],
    [meta("author", "Cid"), TEXT, "Cid"],
    [meta("twitter:creator", "@cid"), TEXT, null],
    [meta("author", "@cid") + meta("dc.creator", "Cid Vale"), TEXT, "Cid Vale"],
    [meta("article:author", "https://www.facebook.com/cid"), TEXT, null],
    [linked("https://a.example/people/cid") + meta("author", "Cid"), TEXT, "Cid"],
    [meta("author", "cid@a.example"), TEXT, null],
  ];
  for (const [head, body, expected] of cases) assert.equal(page(head, body).author, expected, head);
});

Deno.test("the date of a page is the day that it states, whatever the zone of this machine", () => {
  const cases: [string, string | null][] = [
    ["2026-03-01", "2026-03-01"],
    ["2026-03-01T23:30:00", "2026-03-01"],
    ["2026-03-01 00:10", "2026-03-01"],
    ["2026-03-01T23:30:00-05:00", "2026-03-02T04:30:00.000Z"],
    ["2026-03-01T10:00:00Z", "2026-03-01T10:00:00.000Z"],
    ["March 1, 2026", "2026-03-01"],
    ["1 March 2026 23:59", "2026-03-01"],
    ["Sun, 01 Mar 2026 10:00:00 GMT", "2026-03-01T10:00:00.000Z"],
    ["soon", null],
    ["2026-13-45", null],
  ];
  for (const [said, expected] of cases) {
    assert.equal(page(meta("article:published_time", said)).publishedAt, expected, said);
  }
});

Deno.test("a byte order mark decides how a page is decoded, before the header and what the page declares", () => {
  const text =
    `<html><head><meta charset="latin1"><title>Straße – ☂</title></head><body>${TEXT}</body></html>`;
  const utf16 = (little: boolean) => {
    const view = new DataView(new ArrayBuffer(2 + text.length * 2));
    view.setUint16(0, 0xfeff, little);
    [...text].forEach((character, at) => view.setUint16(2 + at * 2, character.charCodeAt(0), little));
    return new Uint8Array(view.buffer);
  };
  const marked = new TextEncoder().encode(`\ufeff${text}`);
  for (const bytes of [marked, utf16(true), utf16(false)]) {
    assert.equal(readPage({ ...HEAD, charset: "iso-8859-1" }, bytes).title, "Straße – ☂");
  }
});
