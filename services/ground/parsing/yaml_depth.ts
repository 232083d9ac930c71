import { Lexer, Parser } from "yaml";

const COLLECTIONS: ReadonlySet<string> = new Set(["block-map", "block-seq", "flow-collection"]);

/**
 * Returns where a YAML text first nests deeper than so many levels; null if it does not. What makes values of the text
 * recurses for each level, this does not.
 */
export function tooDeepAt(text: string, maxDepth: number): number | null {
  const parser = new Parser();
  for (const token of new Lexer().lex(text)) {
    const { offset } = parser;
    for (const _ of parser.next(token));
    // The stack also contains the document, and the scalar that is being read.
    if (parser.stack.length <= maxDepth) continue;
    if (parser.stack.filter(({ type }) => COLLECTIONS.has(type)).length > maxDepth) return offset;
  }
  return null;
}
