import { z } from "zod";
import { ParseError } from "../../../ground/parsing/error.ts";
import { parseUntrusted } from "../../../ground/parsing/parse_untrusted.ts";
import type { DefinitionIssue } from "./issue.ts";
import type { ParsedSource } from "./parse_source.ts";

/** The longest definition. */
export const MAX_SOURCE_BYTES = 256 * 1024;

/** The shape of what a parser in another process answers. */
export const parsedSourceSchema: z.ZodType<ParsedSource> = z.union([
  z.object({ fault: z.object({ line: z.number(), column: z.number(), message: z.string() }) }),
  z.object({
    value: z.unknown(),
    places: z.record(z.string(), z.tuple([z.number(), z.number()])),
    lineStarts: z.array(z.number()),
  }),
]);

/** A text that was read: its value, and the positions of its parts. */
export type SourceText = {
  value: unknown;
  /** Returns the line and column of a place, from 1; of the nearest place above it if there is none. */
  locate: (issue: Pick<DefinitionIssue, "path" | "offset" | "key">) => { line: number; column: number };
};

/** Why a text is not a definition. */
type SourceFault = { line: number; column: number; message: string };

/**
 * The largest text that is parsed directly; anything larger could block the service, and is parsed in a separate
 * process.
 */
const MAX_CHARACTERS_HERE = 16 * 1024;
const MAX_LINES_HERE = 600;

/** Parses YAML or JSON, which is YAML, without executing anything. */
export async function readSourceText(text: string): Promise<SourceText | { fault: SourceFault }> {
  if (new TextEncoder().encode(text).length > MAX_SOURCE_BYTES) {
    const message = `A definition has at most ${MAX_SOURCE_BYTES / 1024} KiB.`;
    return { fault: { line: 1, column: 1, message } };
  }
  const parsed = await parse(text);
  if ("fault" in parsed) return parsed;
  return { value: parsed.value, locate: (issue) => locate(parsed, issue) };
}

async function parse(text: string): Promise<ParsedSource> {
  const { parseSource } = await import("./parse_source.ts");
  const small = text.length <= MAX_CHARACTERS_HERE && text.split("\n").length <= MAX_LINES_HERE;
  if (small) return parseSource(text);
  try {
    return await parseUntrusted({
      parser: import.meta.resolve("./source_parser.ts"),
      input: new TextEncoder().encode(text),
      what: "The definition",
      schema: parsedSourceSchema,
      limits: { outputBytes: 16 * 1024 * 1024 },
    });
  } catch (cause) {
    if (!(cause instanceof ParseError)) throw cause;
    return { fault: { line: 1, column: 1, message: cause.message } };
  }
}

/** The nearest place above if there is none, as for a missing key. */
function locate(
  { places, lineStarts }: Extract<ParsedSource, { places: object }>,
  { path, offset = 0, key = false }: Pick<DefinitionIssue, "path" | "offset" | "key">,
) {
  for (let length = path.length; length > 0; length--) {
    const found = places[JSON.stringify(path.slice(0, length))];
    if (!found) continue;
    const whole = length === path.length;
    return placeOf(lineStarts, (whole && key ? found[0] : found[1]) + (whole ? offset : 0));
  }
  return { line: 1, column: 1 };
}

function placeOf(lineStarts: readonly number[], offset: number): { line: number; column: number } {
  let line = lineStarts.findLastIndex((start) => start <= offset);
  line = Math.max(0, line);
  return { line: line + 1, column: offset - (lineStarts[line] ?? 0) + 1 };
}
