import { Readability } from "@mozilla/readability";
import { DOMParser } from "linkedom";
import { MAX_ELEMENTS } from "./limits.ts";
import { plainTextOf } from "./plain_text.ts";

/** Returns the text of a page's article without the rest of the page; null if there is none. */
export function findArticle(html: string): string | null {
  try {
    const document = new DOMParser().parseFromString(html, "text/html");
    const article = new Readability(document as never, { maxElemsToParse: MAX_ELEMENTS }).parse();
    const text = article?.content ? plainTextOf(article.content) : "";
    return text === "" ? null : text;
  } catch {
    return null; // what cannot be analyzed is shown completely
  }
}
