import { ServiceError } from "../../kernel/errors.ts";
import { Refusal } from "../../workers/mod.ts";
import { readLines } from "../looking/read.ts";
import type { Looked } from "../looking/repository.ts";

/** Places that one answer shows; a model that names more has shown enough. */
const MAX_CITES = 5;
const MAX_LINES = 8;

/** A place as models and people write it: a path with a dot or slash in it, then the line, or the first and last. */
const CITE = /(?<![\w/.-])((?:[\w@+-][\w.@+-]*\/)*[\w@+-][\w.@+-]*\.?[\w-]*):(\d{1,7})(?:-(\d{1,7}))?\b/g;

/** The lines that an answer names, as they stand in the repository, and which of the named are not there. Empty where it names none. */
export async function citedLines(open: () => Promise<Looked>, reply: string): Promise<string> {
  const cites = new Map(
    [...reply.matchAll(CITE)].filter(([, path]) => /[./]/.test(path!)).map((found) => [found[0], found]),
  );
  const looked = await open().catch((error) => {
    if (error instanceof ServiceError) return null; // the model was told why
    throw error;
  });
  if (looked === null) return "";
  const shown: string[] = [];
  const missing: string[] = [];
  for (const [cite, [, path, first, last]] of [...cites].slice(0, MAX_CITES)) {
    const from = Number(first);
    const count = Math.min(MAX_LINES, Math.max(1, Number(last ?? first) - from + 1));
    try {
      const { lines } = await readLines(looked, path!, { from: Math.max(1, from), count });
      shown.push(...lines.map((line, i) => placed(path!, from + i, line)));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      missing.push(cite);
    }
  }
  return [
    ...(shown.length > 0 ? [fenced(shown)] : []),
    ...(missing.length > 0 ? [`Not in the repository: ${missing.join(", ")}.`] : []),
  ].join("\n\n");
}

/** A line with its place before it. */
export const placed = (path: string, line: number, text: string): string => `${path}:${line}  ${text}`;

/** Lines as a block of code, whatever backticks are in them. */
export function fenced(lines: readonly string[]): string {
  const longest = Math.max(
    2,
    ...lines.flatMap((line) => [...line.matchAll(/`+/g)].map(([ticks]) => ticks.length)),
  );
  const fence = "`".repeat(longest + 1);
  return [fence, ...lines, fence].join("\n");
}
