import { ellipsis, firstLine } from "../../client/words.ts";
import type { ServiceClient } from "./connection.ts";
import { recordOf } from "../../store/shared/records.ts";

/** A record in a list: its id, its title, its name if it has one and, for a run, its short number. */
type ListedRecord = { id: string; title: string; name: string | null; number: number | null };

/** The maximum size of a page. */
const PAGE = 1000;

/** Lists whose path differs from that of their records. */
const ELSEWHERE: Record<string, string> = {
  "/approvals": "/approvals/queue",
  "/planner/conflicts/by-artifact": "/planner/artifacts",
};

/**
 * Returns the path that lists the records of a path parameter, such as `/runs` for the `:id` of `/runs/:id/audit`; earlier
 * parameters stay in it. Returns null if nothing precedes the parameter.
 */
export function listingOf(route: string, parameter: string): string | null {
  const collection = route.split(`/:${parameter}`)[0]!;
  if (collection === "" || collection === route) return null;
  return ELSEWHERE[collection] ?? collection.replace(/\/task-cards$/, "/task-sessions");
}

/** Returns one page of a list, newest first; null if the list does not exist or this caller may not read it. */
export async function readListing(
  { send }: ServiceClient,
  path: string,
  { offset = 0, limit = PAGE, signal }: { offset?: number; limit?: number; signal?: AbortSignal } = {},
): Promise<ListedRecord[] | null> {
  const response = await send(`${path}?limit=${limit}&offset=${offset}`, {
    method: "GET",
    ...(signal && { signal }),
  });
  if (!response.ok) {
    await response.body?.cancel();
    return null;
  }
  const answer: unknown = await response.json();
  const rows = Array.isArray(answer) ? answer : recordOf(answer).items;
  return Array.isArray(rows) ? rows.flatMap(listed) : null;
}

/** Returns every record of a list, page by page; null as above. */
export async function readWholeListing(
  connection: ServiceClient,
  path: string,
): Promise<ListedRecord[] | null> {
  const all = new Map<string, ListedRecord>();
  for (let more = true; more;) {
    const page = await readListing(connection, path, { offset: all.size });
    if (page === null) return null;
    const before = all.size;
    for (const one of page) all.set(one.id, one);
    more = page.length === PAGE && all.size > before;
  }
  return [...all.values()];
}

const TITLES = ["title", "name", "request", "summary", "content"] as const;

/** Returns a row of a list, or a record alone, as one that can be named; none where it has no id. */
export function listed(row: unknown): ListedRecord[] {
  const { id, approval, ...rest } = recordOf(row);
  if (typeof id !== "string") return [];
  const known: Record<string, unknown> = { ...rest, ...recordOf(approval) };
  const title = TITLES.map((name) => known[name]).find((text) => typeof text === "string" && text !== "");
  const number = typeof rest.number === "number" ? rest.number : null;
  // A task's name is its id in the plan.
  const name = [known.name, known.taskId].find((each): each is string => typeof each === "string") ?? null;
  return [{ id, title: ellipsis(firstLine(String(title ?? "")), 60), name, number }];
}
