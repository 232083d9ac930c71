import { Parser } from "htmlparser2";
import { MAX_DEPTH, MAX_ELEMENTS, MAX_JSON_LD_CHARACTERS, MAX_LINKS } from "./limits.ts";
import { PlainText } from "./plain_text.ts";

/** What one pass over a page finds. */
export type Scan = {
  text: string;
  /** True if the page has more elements than are read; the rest was left out. */
  cut: boolean;
  /** True if elements are nested too deeply to build a document. */
  deep: boolean;
  title: string;
  /** The first of each `<meta>`, by its name or property in lower case. */
  meta: ReadonlyMap<string, string>;
  /** The texts of `application/ld+json`. */
  data: readonly string[];
  language: string | null;
  canonical: string | null;
  base: string | null;
  links: readonly { href: string; text: string }[];
};

/** Reads a page once, in linear time and without building a tree. */
export function scanPage(html: string): Scan {
  const text = new PlainText();
  const meta = new Map<string, string>();
  const data: string[] = [];
  const links: { href: string; text: string }[] = [];
  const found = { title: "", language: null, canonical: null, base: null } as Pick<
    Scan,
    "title" | "language" | "canonical" | "base"
  >;
  let [elements, depth, deepest, dataLeft] = [0, 0, 0, MAX_JSON_LD_CHARACTERS];
  let [inTitle, inData] = [false, false];
  let link: { href: string; text: string } | null = null;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      deepest = Math.max(deepest, ++depth);
      if (++elements > MAX_ELEMENTS) return parser.pause();
      text.open(name);
      const { content, href, lang } = attributes;
      if (name === "meta" && content !== undefined) {
        const key = (attributes.property ?? attributes.name ?? attributes.itemprop ?? "").toLowerCase();
        if (key !== "" && !meta.has(key)) meta.set(key, content);
      }
      if (name === "html" && lang) found.language = lang;
      if (name === "base" && href) found.base ??= href;
      if (name === "link" && href && /(?:^|\s)canonical(?:\s|$)/i.test(attributes.rel ?? "")) {
        found.canonical ??= href;
      }
      if (name === "title" && found.title === "") inTitle = true;
      if (name === "script" && /^application\/ld\+json/i.test(attributes.type ?? "")) {
        inData = true;
        data.push("");
      }
      if (name === "a" && href && links.length < MAX_LINKS) links.push(link = { href, text: "" });
    },
    onclosetag: (name) => {
      depth--;
      text.close(name);
      if (name === "title" || name === "svg") inTitle = false;
      if (name === "script") inData = false;
      if (name === "a") link = null;
    },
    ontext: (piece) => {
      if (inTitle) found.title += piece;
      if (inData && (dataLeft -= piece.length) >= 0) data.push(data.pop() + piece);
      if (link) link.text += piece;
      text.text(piece);
    },
  }, { decodeEntities: true });
  parser.write(html);
  const cut = elements > MAX_ELEMENTS;
  if (!cut) parser.end();
  return { ...found, text: String(text), cut, deep: deepest > MAX_DEPTH, meta, data, links };
}
