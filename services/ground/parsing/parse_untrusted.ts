import { z } from "zod";
import { limitTurns } from "../kernel/turns.ts";
import { ParseError } from "./error.ts";
import { DEFAULT_LIMITS, type ParseLimits } from "./limits.ts";
import { ParserFault, runParser } from "./run_parser.ts";

/** What is parsed, and what is expected. */
type ParseRequest<Schema extends z.ZodType> = {
  /** The URL of a file that calls `serveParser`, from `import.meta.resolve`. */
  parser: string;
  input: Uint8Array;
  /** The name of the input, as the subject of a sentence: "The calendar". */
  what: string;
  /** The shape of the answer, which is as untrusted as the input. */
  schema: Schema;
  limits?: Partial<ParseLimits>;
  /** Receives what the parser writes before its answer. It is as untrusted, and must be undone if parsing fails. */
  onPiece?: (bytes: Uint8Array) => void;
  signal?: AbortSignal;
};

/** How many parsers run at the same time. */
const MAX_PARSERS = 4;

const takeTurn = limitTurns(MAX_PARSERS);

const MAX_FAULT_CHARACTERS = 300;

/** The shape of every answer; a parser that its input has taken over may print anything. */
const answerSchema = z.union([
  z.object({ value: z.unknown() }).strict(),
  z.object({ fault: z.string() }).strict(),
]);

/**
 * Parses untrusted content in a separate process that can read no file, reach no network and see no secret, and is
 * killed at its deadline. (Deno does not end a busy loop in a Worker.) Throws `ParseError`.
 */
export async function parseUntrusted<Schema extends z.ZodType>(
  request: ParseRequest<Schema>,
): Promise<z.output<Schema>> {
  const { parser, input, what, schema, signal, onPiece } = request;
  const limits = { ...DEFAULT_LIMITS, ...request.limits };
  using _turn = await takeTurn();
  const text = await runParser(parser, input, limits, signal, onPiece).catch((cause) => {
    throw cause instanceof ParserFault
      ? new ParseError(cause.reason, `${what} ${cause.message}`, { cause })
      : cause;
  });
  const answer = answerIn(text);
  if (answer !== null && "fault" in answer) {
    throw new ParseError("malformed", `${what} could not be read: ${plain(answer.fault)}.`);
  }
  const parsed = answer === null ? null : schema.safeParse(answer.value);
  if (parsed?.success) return parsed.data;
  throw new ParseError(
    "unexpected_output",
    `${what} could not be read: its parser gave an invalid answer.`,
    {
      cause: parsed?.error,
    },
  );
}

function answerIn(text: string): z.output<typeof answerSchema> | null {
  try {
    return answerSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The parser's message may quote its input: it becomes one short line, without control characters. */
const plain = (text: string): string =>
  // deno-lint-ignore no-control-regex -- these are what is taken out
  text.replaceAll(/[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]+/g, " ").slice(0, MAX_FAULT_CHARACTERS)
    .replace(/[.\s]+$/, "");
