import type { BlockedClass } from "./classes.ts";
import { clausesOf } from "./clauses.ts";
import { REQUEST_RULES } from "./request_rules.ts";
import { SOFTWARE } from "./vocabulary.ts";

/** A clause that plainly asks for a blocked class. */
type BlockedClause = { id: BlockedClass["id"]; clause: string };

/**
 * Returns the first clause of a free text that plainly asks for a blocked class, or null. It knows imperatives with their
 * objects, in English; clauses about building software ("add a buy button") do not count. When in doubt it finds nothing:
 * each command and tool is decided again by its own class. It does not look for the classes in `carried`.
 */
export function blockedByText(text: string, carried: readonly string[] = []): BlockedClause | null {
  const rules = REQUEST_RULES.filter(({ id }) => !carried.includes(id));
  for (const clause of clausesOf(text)) {
    const rule = rules.find(({ asks }) => asks.some((pattern) => pattern.test(clause)));
    if (rule && (rule.always || !SOFTWARE.test(objectOf(clause)))) return { id: rule.id, clause };
  }
  return null;
}

/**
 * Returns a clause without its verb ("log in" is not a log) and without the means: "buy 10 shares via the API" is a trade by
 * whatever means.
 */
function objectOf(clause: string): string {
  const means =
    /\s(?:via|using|through|with the help of|by calling|with (?:the|my|our) (?:\S+ ){0,2}app)\b.*$/;
  return clause.replace(/^\S+\s/, "").replace(means, "");
}
