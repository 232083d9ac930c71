import assert from "node:assert/strict";
import { pageSchema } from "../../../../services/knowledge/research/page/page.ts";
import { readPage } from "../../../../services/knowledge/research/page/read_page.ts";
import { size, utf8 } from "../bytes.ts";
import type { Target } from "../engine.ts";

const SEEDS = [
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A title</title><meta property="og:title" content="Other"><base href="/b/">' +
  '<link rel="canonical" href="https://example.org/c"><script type="application/ld+json">{"@type":"Article","headline":"H","author":[{"name":"Ann"}],"datePublished":"2026-01-02T03:04:05Z"}</script></head>' +
  `<body><article><h1>Head</h1>${
    "<p>A paragraph of an article that is long enough to be one, with a comma, and more.</p>".repeat(8)
  }<a href="x?y=1#z">link</a></article></body></html>`,
  "<table><tr><td>a<td>b</table><pre> x </pre><ul><li>1<li>2</ul><svg><script>evil()</script></svg><template><p>t</p></template><textarea><b></textarea>",
  "plain \u202e text &amp; &#x202e; &notanentity; <!-- comment --> <![CDATA[x]]> <style>b{}</style><noscript>n</noscript>",
];

// deno-lint-ignore no-control-regex -- these are what must not be there
const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;

/** Web pages: their text in the bounds of its schema, without what steers how it is shown, and links of the web alone. */
export const html: Target = {
  name: "html",
  seeds: () => SEEDS.map(utf8),
  words: [
    "<p>",
    "</p>",
    "<div>",
    "<script>",
    "</script>",
    "<!--",
    "-->",
    "<style>",
    "<title>",
    "<meta charset=utf-16>",
    '<base href="javascript:">',
    "<a href='data:text/html,x'>",
    "<table>",
    "<svg>",
    "&#0;",
    "&#x202e;",
    "&lt;",
    "\u202e",
    "<article>",
    '<script type="application/ld+json">',
    '{"@graph":[',
    "\xff\xfe",
    "\xef\xbb\xbf",
    "<plaintext>",
    "<![CDATA[",
  ],
  check: (input) => {
    const page = pageSchema.parse(
      readPage({
        url: "https://example.org/a/b.html",
        mediaType: "text/html",
        charset: null,
        article: input.length < 20_000,
      }, input),
    );
    for (const [name, value] of Object.entries(page)) {
      if (typeof value !== "string") continue;
      assert.ok(value.isWellFormed(), `${name} has half a surrogate pair`);
      assert.doesNotMatch(value, CONTROLS, `${name} has a control character`);
    }
    for (const url of [page.image, page.canonicalUrl, ...page.links.map((link) => link.url)]) {
      assert.ok(
        url === null || /^https?:\/\//.test(url),
        `a link that is none of the web: ${url?.slice(0, 40)}`,
      );
    }
    const known = Object.entries(page).filter(([, value]) => value !== null && value !== "").map(([name]) =>
      name
    );
    return [
      `${known.join()} ${page.readable} ${page.truncated} ${page.warnings.length}`,
      `${size(page.content.length)} ${size(page.links.length)}`,
    ];
  },
};
