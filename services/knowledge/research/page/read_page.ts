import { type Article, findArticle } from "./article.ts";
import { readLinkedData } from "./linked_data.ts";
import {
  MAX_CONTENT_BYTES,
  MAX_ELEMENTS,
  MAX_FIELD_CHARACTERS,
  MAX_TITLE_CHARACTERS,
  MAX_URL_CHARACTERS,
} from "./limits.ts";
import { EMPTY_PAGE } from "./empty_page.ts";
import type { PageHead, ReadPage } from "./page.ts";
import { type Scan, scanPage } from "./scan.ts";

/** Returns the metadata and the readable text of a page. */
export function readPage(head: PageHead, bytes: Uint8Array): ReadPage {
  const text = decode(bytes, head);
  return /html/.test(head.mediaType) ? readHtml(head, text) : readText(head, text);
}

/** Decodes a text by its byte order mark, else by the header, else by what the page declares, else as UTF-8 (WHATWG). */
function decode(bytes: Uint8Array, { charset }: PageHead): string {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 2048));
  const declared = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(start)?.[1];
  const said = encodingOf(bytes) ?? charset ?? declared ?? "utf-8";
  try {
    return new TextDecoder(said).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** Returns the encoding that a byte order mark names; null without one. */
function encodingOf([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return first === 0xff && second === 0xfe ? "utf-16le" : null;
}

function readText({ url }: PageHead, text: string): ReadPage {
  const { content, truncated } = contentOf(text);
  const title = new URL(url).pathname.split("/").at(-1) ?? "";
  return {
    ...EMPTY_PAGE,
    title: clean(title, MAX_TITLE_CHARACTERS),
    content,
    readable: false,
    truncated,
    warnings: [],
  };
}

function readHtml(head: PageHead, html: string): ReadPage {
  const scan = scanPage(html);
  const article = head.article && !scan.cut && !scan.deep ? findArticle(html) : null;
  const { content, truncated } = contentOf(article?.text ?? scan.text);
  return {
    ...describe(head.url, scan, article),
    content,
    readable: article !== null,
    truncated: truncated || scan.cut,
    warnings: [
      ...(scan.cut ? [`The page has more than ${MAX_ELEMENTS} elements. The rest was not read.`] : []),
      ...(article === null && head.article
        ? ["No article was found, so this is the complete text of the page, including menus."]
        : []),
    ],
  };
}

/** The metadata of the page: from JSON-LD, then for previews, then from plain HTML. */
function describe(url: string, scan: Scan, article: Article | null) {
  const data = readLinkedData(scan.data);
  const base = absolute(scan.base, url) ?? url;
  const first = (...names: string[]) => names.map((name) => scan.meta.get(name)).find(Boolean) ?? null;
  const field = (value: string | null | undefined) =>
    value ? clean(value, MAX_FIELD_CHARACTERS) || null : null;
  const title = data.title ?? first("og:title", "twitter:title") ?? scan.title;
  return {
    title: clean(title, MAX_TITLE_CHARACTERS),
    description: field(data.description ?? first("og:description", "twitter:description", "description")) ??
      "",
    siteName: field(data.siteName ?? first("og:site_name", "application-name")),
    author: field(
      [data.author, article?.byline, first("author"), first("dc.creator"), first("article:author")]
        .map(personOf).find((name) => name !== null),
    ),
    publishedAt: [
      data.publishedAt,
      first("article:published_time", "datepublished", "date", "dc.date"),
      article?.publishedTime,
    ].map(momentOf).find((at) => at !== null) ?? null,
    language: field(data.language ?? scan.language ?? first("og:locale", "content-language")),
    image: absolute(data.image ?? first("og:image", "twitter:image"), base),
    canonicalUrl: absolute(scan.canonical ?? first("og:url") ?? data.url ?? null, base),
    links: scan.links.flatMap(({ href, text }) => {
      const url = absolute(href, base);
      return url === null ? [] : [{ url, text: clean(text, 200) }];
    }),
  };
}

/** Returns a web address; null for anything else. */
function absolute(address: string | null | undefined, base: string): string | null {
  if (!address || address.length > MAX_URL_CHARACTERS || !URL.canParse(address, base)) return null;
  const url = new URL(address, base);
  return /^https?:$/.test(url.protocol) && url.href.length <= MAX_URL_CHARACTERS ? url.href : null;
}

/** Returns a name as printed; null for a handle or the address of a profile. */
function personOf(text: string | null | undefined): string | null {
  const name = clean(text ?? "", MAX_FIELD_CHARACTERS).replace(/^by[: ]\s*/i, "");
  return name === "" || /^@|^\S+@\S+$|:\/\/|^(?:www\.)?[\w-]+\.[a-z]{2,}\/\S*$/i.test(name) ? null : name;
}

/**
 * Returns a date or time in a page as RFC 3339; null if it is invalid. A text without a time or a zone gives its day alone:
 * the zone of this machine says nothing about the page.
 */
function momentOf(text: string | null | undefined): string | null {
  const said = text?.trim() ?? "";
  if (said === "" || said.length > 100) return null;
  const hasZone = /\d:\d\d.*(?:[+-]\d\d:?\d\d|Z|[A-Z]{3,4}|[+-]\d\d)\)?$/.test(said);
  const at = Date.parse(hasZone ? said : said.replace(/[T ]?\d{1,2}:\d\d.*$/, "") + " UTC");
  const iso = /^\d{4}-\d\d-\d\d/.exec(said);
  if (!hasZone && iso) return Number.isNaN(Date.parse(iso[0])) ? null : iso[0];
  return Number.isNaN(at)
    ? null
    : hasZone
    ? new Date(at).toISOString()
    : new Date(at).toISOString().slice(0, 10);
}

// deno-lint-ignore no-control-regex -- these are what is taken out: they steer how a text is shown
const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const clean = (text: string, most: number): string =>
  text.toWellFormed().replaceAll(CONTROLS, "").replaceAll(/\s+/g, " ").trim().slice(0, most).toWellFormed();

/** Returns the text of a page without characters that control its display, up to the limit. */
function contentOf(text: string): { content: string; truncated: boolean } {
  const plain = text.toWellFormed().replaceAll(CONTROLS, "").trim();
  const bytes = new TextEncoder().encode(plain);
  if (bytes.length <= MAX_CONTENT_BYTES) return { content: plain, truncated: false };
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const cut = decoder.decode(bytes.subarray(0, MAX_CONTENT_BYTES), { stream: true });
  return { content: cut, truncated: true };
}
