import { pathOf } from "./mod.ts";

/** A page that people read, by its path from the root. */
export type Written = { path: string; text: string };

/** The README, the changelog and everything in docs/. */
export const WRITTEN: readonly Written[] = [
  "README.md",
  "CHANGELOG.md",
  ...[...Deno.readDirSync(pathOf("docs"))].filter(({ name }) => name.endsWith(".md"))
    .map(({ name }) => `docs/${name}`).sort(),
].map((path) => ({ path, text: Deno.readTextFileSync(pathOf(path)) }));

/** A fenced block: its language, the word after it, and what it holds; `line` is where it begins. */
export type Block = { language: string; title: string; content: string; line: number };

/** The fenced blocks of a page, in order. */
export function blocksOf(text: string): Block[] {
  return [...text.matchAll(/^```([a-z]*)(?: (\S+))?\n([^]*?)^```$/gm)].map((match) => ({
    language: match[1]!,
    title: match[2] ?? "",
    content: match[3]!,
    line: text.slice(0, match.index).split("\n").length,
  }));
}

/** The page without its fenced blocks. */
export const proseOf = (text: string): string => text.replaceAll(/^```[^]*?^```$/gm, "");
