import { posix } from "node:path";
import { shellWords } from "./shell_words.ts";

/** How many letters of options may precede a value that is attached to them, as in `-kfFILE`. */
const MAX_ATTACHED = 40;

/** How many directories of the repository a path from the root may end with. */
const MAX_DEPTH = 64;

/** A shell ends a word at few kinds of space, some programs at all. */
const SEPARATORS = [/[ \t\n'"`;|&()<>$={}]+/, /[\s'"`;|&()<>$={}]+/];

/** Like the separators, but with what belongs to a pattern in its word. */
const AROUND_PATTERNS = [/[ \t\n`;|&()<>$=]+/, /[\s`;|&()<>$=]+/];

const WILDCARD = /[*?]|\[[^\]]*\]?|\{[^}]*\}?/;

/**
 * Returns every path of the repository that a word of the command could mean, however it is quoted, escaped, or attached to an
 * option. More than the command reads is better than less: what it names must be as it was when a human saw it.
 */
export function pathsIn(command: string, directory: string, prefix: string): string[] {
  const words = new Set([command, withoutQuotes(command)].flatMap((text) => splitAt(SEPARATORS, text)));
  const pieces = [...words].flatMap((word) => [word, ...word.split(/[@:,]+/)]);
  return placesOf([...pieces, ...quotedIn(command)], directory, prefix);
}

/** Returns every pattern of the command, such as `*.sh`, as a path of the repository. */
export function patternsIn(command: string, directory: string, prefix: string): string[] {
  const words = splitAt(AROUND_PATTERNS, withoutQuotes(command)).filter((word) => WILDCARD.test(word));
  return placesOf(words, directory, prefix).filter((path) => WILDCARD.test(path));
}

const splitAt = (separators: readonly RegExp[], text: string): string[] =>
  separators.flatMap((separator) => text.split(separator));

/** Returns the words of the command with spaces. */
const quotedIn = (command: string): string[] =>
  shellWords(command).commands.flatMap(({ words, writesTo }) => [...words, ...writesTo])
    .filter((word) => /\s/.test(word));

/** The value of a variable is unknown, so what follows it may be a path from anywhere. */
const withoutQuotes = (command: string): string =>
  command.replaceAll(/\$(?:\w+|\{[^{}]*\})/g, "/").replaceAll(/[\\'"]/g, "");

function placesOf(words: readonly string[], directory: string, prefix: string): string[] {
  const paths = [...new Set(words)].flatMap(valuesOf).flatMap((word) => {
    // Of a path from the root, any end may be in the repository, wherever its files are.
    if (word.startsWith("/")) return endsOf(posix.normalize(word));
    return [posix.join(prefix, directory, word), posix.join(prefix, word)];
  });
  // No file has a name with a NUL.
  return [...new Set(paths.map(withinRepository))].filter((path) => path !== null)
    .filter((path) => path !== "" && !path.includes("\0"));
}

/** An option may have its value attached. */
function valuesOf(word: string): string[] {
  if (!word.startsWith("-")) return [word];
  const begins = Math.min(word.length - 1, MAX_ATTACHED);
  return Array.from({ length: begins }, (_, index) => word.slice(index + 1));
}

const endsOf = (path: string): string[] => {
  const names = path.split("/").filter((name) => name !== "").slice(-MAX_DEPTH);
  return names.map((_, index) => names.slice(index).join("/"));
};

/** Returns a relative path without detours: empty for the starting directory, null if it leads outside. */
export function withinRepository(path: string): string | null {
  const plain = posix.normalize(path).replace(/\/$/, "");
  if (plain === ".." || plain.startsWith("../") || plain.startsWith("/")) return null;
  return plain === "." ? "" : plain;
}

/**
 * Returns the test whether a path could be what a pattern stands for. Brackets stand for anything, and so does what is between
 * braces; the time that it takes does not grow with the number of wildcards.
 */
export function matcherOf(pattern: string): (path: string) => boolean {
  // Two asterisks may also stand for no directory.
  const [first = "", ...rest] = pattern.replaceAll("**/", "**").split(new RegExp(WILDCARD, "g"));
  const last = rest.pop() ?? "";
  const depth = /\*\*|\{/.test(pattern) ? null : pattern.split("/").length;
  return (path) => {
    if (!path.startsWith(first) || (depth !== null && path.split("/").length !== depth)) return false;
    let at = first.length;
    for (const part of rest) {
      const found = path.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return path.length - last.length >= at && path.endsWith(last);
  };
}

/** Returns where the paths of patterns are: in these directories (of none, in the whole tree), and whether also below them. */
export function extentOf(patterns: readonly string[]): { directories: string[]; isDeep: boolean } {
  const lengths = patterns.map((pattern) => pattern.slice(0, pattern.search(WILDCARD)).lastIndexOf("/") + 1);
  const directories = [...new Set(patterns.map((pattern, index) => pattern.slice(0, lengths[index])))];
  const isWhole = directories.includes("");
  const isDeep = (isWhole && directories.length > 1) ||
    patterns.some((pattern, index) => /\/|\*\*|\{/.test(pattern.slice(lengths[index])));
  return { directories: isWhole ? [] : directories, isDeep };
}
