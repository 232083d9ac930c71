import { InvalidError } from "../../../ground/kernel/errors.ts";
import { EvaluationBudget, messageOf, openCel } from "../../../control/workflows/language/mod.ts";
import { celValue, refuseSlow } from "./limits.ts";

/** The variables of a filter: `trigger.body` for a delivery, `event` for an event of the log. */
type FilterSubject = "trigger" | "event";

/** Returns whether a filter matches, or why that is unknown. */
export type FilterMatch = (value: Record<string, unknown>) => { holds: boolean } | { fault: string };

const LIMITS = {
  maxAstNodes: 200,
  maxDepth: 50,
  maxListElements: 100,
  maxMapEntries: 100,
  maxCallArguments: 20,
};

/** A delivery has up to 1 MiB, at which a filter may look several times. */
const MAX_WORK = 20_000_000;

/** Parses a filter, a CEL expression. Throws `InvalidError` if it is invalid, may be slow, or is not true or false. */
export async function readFilter(text: string, subject: FilterSubject): Promise<FilterMatch> {
  const { Environment } = await import("@marcbachmann/cel-js");
  const cel = openCel(new Environment({ limits: LIMITS }).registerVariable(subject, "map"));
  const { parsed } = parseWith(() => cel.parse(text, refuseSlow));
  const { valid, type, error } = parsed.check();
  if (!valid) throw new InvalidError(`The filter is not valid: ${firstLine(error)}.`);
  if (type !== "bool" && type !== "dyn") {
    throw new InvalidError(`A filter must be true or false; this one is of type ${type}.`);
  }
  return (value) => {
    try {
      const given = { [subject]: celValue(value) };
      const result = cel.evaluate(parsed, given, new EvaluationBudget(MAX_WORK));
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
    if (cause instanceof InvalidError) throw cause;
    throw new InvalidError(`The filter is not a CEL expression: ${firstLine(cause)}.`, { cause });
  }
}

const firstLine = (cause: unknown): string => messageOf(cause).replace(/\.$/, "");
