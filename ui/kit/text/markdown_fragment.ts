import DOMPurify from "dompurify";
import { Marked } from "marked";

/** The allowed elements: structure only. Nothing that loads, links, is styled, or takes input. */
const TAGS = [
  ...["p", "br", "hr", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "pre", "code", "em", "strong"],
  ...["del", "table", "thead", "tbody", "tr", "th", "td"],
];

/** Escapes only angle brackets, so that entities in the text are decoded. */
const withoutTags = (text: string): string => text.replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Headings of a text rank below those of the page. */
const MIN_HEADING = 6;

const marked = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    html: ({ text }) => escaped(text),
    // After an open <script>, the library takes text for markup and does not escape it.
    text(token) {
      const { tokens = null } = "tokens" in token ? token : {};
      return tokens ? this.parser.parseInline(tokens) : withoutTags(token.text);
    },
    image: ({ text, href }) => escaped(`${text || "picture"} (${href})`),
    link({ tokens, href }) {
      const words = this.parser.parseInline(tokens);
      return words === escaped(href) ? words : `${words} (<code>${escaped(href)}</code>)`;
    },
    heading({ tokens, depth }) {
      const level = Math.min(depth + 2, MIN_HEADING);
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>`;
    },
    checkbox: ({ checked }) => checked ? "☑ " : "☐ ",
  },
});

/**
 * Returns Markdown as elements that contain only text: HTML is shown as text, a link as its text and address, an image as
 * its description.
 */
export const markdownFragment = (markdown: string): DocumentFragment =>
  DOMPurify.sanitize(marked.parse(markdown, { async: false }), {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ["start"],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
