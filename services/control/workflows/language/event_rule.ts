import { registry } from "../../../../store/registry.ts";
import { didYouMean } from "./closest.ts";
import type { NodeOf } from "./definition.ts";
import { type Expression, ExpressionError } from "./expression.ts";
import type { Issues, Path } from "./issue.ts";

/** Checks that the awaited event type exists, and that its filter reads only the event. */
export function checkEvent(
  { with: { event } }: NodeOf<"wait">,
  path: Path,
  parse: (text: string) => Expression,
  issues: Issues,
): void {
  if (!event) return;
  const types = Object.values(registry.streams).flatMap(({ events }) => Object.keys(events));
  if (!types.includes(event.type)) {
    const fix = didYouMean(event.type, types);
    const message = `There is no event of the type "${event.type}".`;
    issues.error([...path, "event", "type"], "unknown_event", message, fix ? { fix } : {});
  }
  if (event.filter !== undefined) checkFilter(event.filter, [...path, "event", "filter"], parse, issues);
}

function checkFilter(text: string, path: Path, parse: (text: string) => Expression, issues: Issues): void {
  try {
    const { reading, type } = parse(text);
    if (type !== "bool" && type !== "dyn") {
      issues.error(path, "type", `"filter" is of type ${type}, but must be of type bool.`);
    }
    for (const { names: [root], start } of reading.references) {
      if (root === "event") continue;
      const fix = "A filter reads event.type, subject, actor, at, runId and data.";
      issues.error(path, "unknown_name", `"${root}" is not defined here.`, { offset: start, fix });
    }
  } catch (cause) {
    if (!(cause instanceof ExpressionError)) throw cause;
    issues.error(path, "expression", cause.message, { offset: cause.offset });
  }
}
