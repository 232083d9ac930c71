import type { Misunderstood } from "../workers/worker.ts";
import { fenceAt } from "./language/fence.ts";
import type { Instruction } from "./language/instruction.ts";
import { announcesBlock, parseInstruction } from "./language/parse_instruction.ts";
import { bareLine, segments } from "./language/segments.ts";
import { ellipsis } from "../../ground/kernel/words.ts";

/** After so many parts that are none, a text is no recipe, and the rest is not read. */
const MAX_MISUNDERSTOOD = 100;

/** A recipe, or the parts of the text that are not one, at least the first hundred. */
type ParsedRecipe = { instructions: Instruction[] } | { misunderstood: Misunderstood[] };

/**
 * Parses a whole recipe: all of it or nothing. Everything that is not exactly an instruction is returned with its line
 * number (from 1), its text (up to 200 characters) and the reason.
 */
export function parseRecipe(text: string): ParsedRecipe {
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/);
  const instructions: Instruction[] = [];
  const misunderstood: Misunderstood[] = [];
  const refuse = (line: number, text: string, reason: string) =>
    misunderstood.push({ line: line + 1, text: ellipsis(text, 200), reason });

  for (let at = 0; at < lines.length && misunderstood.length < MAX_MISUNDERSTOOD; at++) {
    const line = lines[at] ?? "";
    const stray = fenceAt(lines, at);
    if (stray !== null) {
      refuse(
        at,
        line,
        "This fenced block belongs to no instruction. Put `create <path> with:` on the line before it.",
      );
      at = stray.last;
      continue;
    }
    const start = at;
    const parts = segments(bareLine(line));
    for (const [index, part] of parts.entries()) {
      let block: string | null = null;
      if (index === parts.length - 1 && announcesBlock(part)) {
        const fence = fenceAt(lines, nextFilled(lines, at + 1));
        at = fence?.last ?? at;
        if (fence !== null && !fence.closed) {
          refuse(start, part, "The fenced block after this line is not closed.");
          continue;
        }
        block = fence?.content ?? null;
      }
      const parsed = parts.length > 1 && isCutCommand(part) ? CUT : parseInstruction(part, block);
      if ("problem" in parsed) refuse(start, part, parsed.problem);
      else instructions.push(parsed);
    }
  }
  if (misunderstood.length > 0) return { misunderstood };
  if (instructions.length > 0) return { instructions };
  return { misunderstood: [{ line: 1, text: "", reason: "The request contains no instruction." }] };
}

function nextFilled(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && lines[at]!.trim() === "") at++;
  return at;
}

const CUT = { problem: "A semicolon splits this command. Put `run` at the start of its own line." };

/** Single quotes have no meaning here, so a semicolon inside them would split the command unexpectedly. */
function isCutCommand(part: string): boolean {
  return /^run\s/i.test(part) && (part.split("'").length % 2 === 0 || part.endsWith("\\"));
}
