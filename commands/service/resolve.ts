import { EXIT, ExitError, UsageError } from "../exit_codes.ts";
import { paint } from "../terminal/paint.ts";
import type { ServiceClient } from "./connection.ts";
import { readWholeListing } from "./listing.ts";

/** The maximum number of candidates to list for an ambiguous id. */
const MAX_NAMED = 10;

/**
 * Returns the whole id for what a person typed, from the list at `listing`: a run's short number, a name, or a unique prefix with or
 * without its kind (`run_06ab` or `06ab`). A whole id, and one without a list, are returned unchanged. Throws `UsageError` if ambiguous.
 */
export async function resolveId(
  connection: ServiceClient,
  listing: string | null,
  typed: string,
): Promise<string> {
  if (typed === "") {
    throw new UsageError(
      listing === null ? "The id is empty." : `The id of the ${kindOf(listing)} is empty. Name one.`,
    );
  }
  const number = /^#?([1-9]\d{0,8})$/.exec(typed)?.[1];
  if (number && listing === "/runs") {
    return (await connection.call("GET /runs/:id", { params: { id: number } })).id;
  }
  if (number && listing === "/approvals/queue") return number;
  if (listing === null || /^[a-z_]+_[0-9a-z]{26}$/.test(typed)) return typed;
  const all = await readWholeListing(connection, listing);
  if (all === null) return typed;
  if (all.some(({ id }) => id === typed)) return typed;
  const lower = typed.toLowerCase();
  const named = all.filter(({ name }) => name?.toLowerCase() === lower);
  const found = named.length > 0 ? named : all.filter(({ id }) => isBeginning(lower, id));
  if (found.length === 1) return found[0]!.id;
  if (found.length === 0) {
    const hasNames = all.some(({ name }) => name !== null);
    throw new ExitError(
      EXIT.notFound,
      `No ${kindOf(listing)} has ${
        hasNames ? `the name "${typed}", or ` : ""
      }an id that starts with "${typed}".`,
    );
  }
  throw new UsageError([
    `${named.length > 0 ? "The name" : "The id"} "${typed}" is ambiguous. It matches ${found.length}:`,
    ...found.slice(0, MAX_NAMED).map(({ id, title }) => `  ${id}  ${paint.dim(title)}`),
    ...(found.length > MAX_NAMED ? [`  … ${found.length - MAX_NAMED} more`] : []),
  ].join("\n"));
}

/** Returns whether a text is the beginning of an id, with or without its kind, which alone says nothing. */
function isBeginning(text: string, id: string): boolean {
  const own = id.indexOf("_") + 1;
  return (text.length > own && id.startsWith(text)) || id.slice(own).startsWith(text);
}

/** Returns what a list contains, in one word. */
export function kindOf(listing: string): string {
  const last = listing.replace(/\/queue$/, "").split("/").at(-1)!;
  return last.replaceAll("-", " ").replace(/ies$/, "y").replace(/s$/, "");
}
