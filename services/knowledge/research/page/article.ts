import { Readability } from "@mozilla/readability";
import { DOMParser } from "linkedom";
import { MAX_ELEMENTS } from "./limits.ts";
import { plainTextOf } from "./plain_text.ts";

/** The article of a page without the rest of it, and its printed byline and time. */
export type Article = { text: string; byline: string | null; publishedTime: string | null };

/** Returns the article of a page; null if there is none. */
export function findArticle(html: string): Article | null {
  try {
    const document = new DOMParser().parseFromString(html, "text/html");
    // Otherwise Readability prefers them to the byline that is printed.
    for (const element of document.querySelectorAll("meta[name$=author], meta[property$=author]")) {
      element.remove();
    }
    const article = new Readability(document as never, { maxElemsToParse: MAX_ELEMENTS }).parse();
    const text = article?.content ? plainTextOf(article.content) : "";
    const { byline = null, publishedTime = null } = article ?? {};
    return text === "" ? null : { text, byline, publishedTime };
  } catch {
    return null; // what cannot be analyzed is shown completely
  }
}
