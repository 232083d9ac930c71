import { Parser } from "htmlparser2";

/** Elements whose text is not visible. */
const HIDDEN = new Set([
  "script",
  "style",
  "noscript",
  "template",
  "svg",
  "head",
  "iframe",
  "object",
  "select",
]);

/** Elements that have their own lines. */
const BLOCKS = new Set(
  ("address article aside blockquote br caption dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 " +
    "h4 h5 h6 header hr li main nav ol p pre section summary table tbody tfoot thead tr ul").split(" "),
);

/** Collects the text of a page, with a line for each block. */
export class PlainText {
  #text = "";
  #hidden = 0;
  #verbatim = 0;
  #line = true;

  open(name: string): void {
    if (HIDDEN.has(name)) this.#hidden++;
    if (name === "pre") this.#verbatim++;
    if (BLOCKS.has(name)) this.#break();
    if (name === "li") this.#add("- ");
    if (name === "td" || name === "th") this.#add(" ");
  }

  close(name: string): void {
    if (HIDDEN.has(name)) this.#hidden = Math.max(0, this.#hidden - 1);
    if (name === "pre") this.#verbatim = Math.max(0, this.#verbatim - 1);
    if (BLOCKS.has(name)) this.#break();
  }

  text(text: string): void {
    if (this.#hidden > 0) return;
    this.#add(this.#verbatim > 0 ? text : text.replaceAll(/\s+/g, " "));
  }

  /** Returns all of it, without empty lines. */
  toString(): string {
    return this.#text.split("\n").map((line) => line.trimEnd()).filter((line) => line !== "" && line !== "-")
      .join("\n");
  }

  #add(text: string): void {
    const added = this.#line && this.#verbatim === 0 ? text.trimStart() : text;
    if (added === "") return;
    this.#text += added;
    this.#line = added.endsWith(" ") || added.endsWith("\n");
  }

  #break(): void {
    if (this.#hidden > 0) return;
    this.#text += "\n";
    this.#line = true;
  }
}

/** Returns the text of HTML. */
export function plainTextOf(html: string): string {
  const text = new PlainText();
  const parser = new Parser({
    onopentagname: (name) => text.open(name),
    onclosetag: (name) => text.close(name),
    ontext: (data) => text.text(data),
  }, { decodeEntities: true });
  parser.end(html);
  return String(text);
}
