import { ServiceError } from "../../../../ground/kernel/errors.ts";
import { Refusal } from "../../../../workforce/worker_tools/refusal.ts";
import { readLines } from "../../../../workforce/repository_files/read.ts";
import type { CommittedRepository } from "../../../../workforce/repository_files/repository.ts";

/** The most places that one answer shows. */
const MAX_CITES = 5;
const MAX_LINES = 8;

/** A place as models and people write it: a path, then the line, or the first and last. The bound keeps matching linear. */
const CITE = /(?<![\w.@+/-])([\w.@+/-]{1,300}):(\d{1,7})(?:-(\d{1,7}))?\b/g;

/**
 * Returns the lines that an answer cites, as they are in the repository, and which citations do not exist. Empty if it
 * cites none.
 */
export async function citedLines(open: () => Promise<CommittedRepository>, reply: string): Promise<string> {
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
    ...(shown.length > 0 ? [codeBlock(shown)] : []),
    ...(missing.length > 0 ? [`Not in the repository: ${missing.join(", ")}.`] : []),
  ].join("\n\n");
}

/** Returns a line prefixed with its place. */
export const placed = (path: string, line: number, text: string): string => `${path}:${line}  ${text}`;

/** Returns lines as a code block, whatever backticks they contain. */
export function codeBlock(lines: readonly string[]): string {
  const longest = Math.max(
    2,
    ...lines.flatMap((line) => [...line.matchAll(/`+/g)].map(([ticks]) => ticks.length)),
  );
  const fence = "`".repeat(longest + 1);
  return [fence, ...lines, fence].join("\n");
}
