import { InvalidError } from "../../kernel/errors.ts";
import { celValue, refuseSlow } from "./limits.ts";

/** The variables of a filter: `trigger.body` for a delivery, `event` for an event of the log. */
export type FilterSubject = "trigger" | "event";

/** Returns whether a filter matches, or why that is unknown. */
export type Filter = (value: Record<string, unknown>) => { holds: boolean } | { fault: string };

const LIMITS = {
  maxAstNodes: 200,
  maxDepth: 50,
  maxListElements: 100,
  maxMapEntries: 100,
  maxCallArguments: 20,
};

/** Parses a filter, a CEL expression. Throws `InvalidError` if it is invalid, may be slow, or is not true or false. */
export async function readFilter(text: string, subject: FilterSubject): Promise<Filter> {
  const { Environment } = await import("@marcbachmann/cel-js");
  const environment = new Environment({ limits: LIMITS }).registerVariable(subject, "map");
  const parsed = parseWith(() => environment.parse(text));
  refuseSlow(parsed.ast);
  const { valid, type, error } = parsed.check();
  if (!valid) throw new InvalidError(`The filter is not valid: ${firstLine(error)}.`);
  if (type !== "bool" && type !== "dyn") {
    throw new InvalidError(`A filter must be true or false; this one is of type ${type}.`);
  }
  return (value) => {
    try {
      const result: unknown = parsed({ [subject]: celValue(value) });
      return typeof result === "boolean"
        ? { holds: result }
        : { fault: "Its result is neither true nor false." };
    } catch (cause) {
      return { fault: firstLine(cause) };
    }
  };
}

function parseWith<Parsed>(parse: () => Parsed): Parsed {
  try {
    return parse();
  } catch (cause) {
    throw new InvalidError(`The filter is not a CEL expression: ${firstLine(cause)}.`, { cause });
  }
}

/** The library draws a caret below its message. */
const firstLine = (cause: unknown): string =>
  (cause instanceof Error ? cause.message : String(cause)).split("\n", 1)[0]!.replace(/\.$/, "");
