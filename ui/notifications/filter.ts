import type { Category, Inbox, InboxQuery, Severity, State } from "./types.ts";
import { CATEGORIES, SEVERITIES } from "./words.ts";

/** Where one looks: `inbox` is what was neither dismissed nor archived. */
export type Place = "inbox" | State;

/** What the address narrows the inbox to. */
export type InboxFilter = {
  place: Place;
  category: Category | null;
  severity: Severity | null;
  /** What needed or is followed by the operator, or everything. */
  scope: "mine" | "all";
  /** The repository whose results are listed; null for none. */
  results: string | null;
};

/** The places in their order, with what each is called. */
export const PLACES: readonly { value: Place; label: string }[] = [
  { value: "inbox", label: "Inbox" },
  { value: "unread", label: "Unread" },
  { value: "read", label: "Read" },
  { value: "dismissed", label: "Dismissed" },
  { value: "archived", label: "Archived" },
];

/** Returns the filter of an address; ignores unknown parts. */
export function filterOf(query: Readonly<Record<string, string>>): InboxFilter {
  const category = Object.keys(CATEGORIES).find((name) => name === query.category) as Category | undefined;
  return {
    place: PLACES.find(({ value }) => value === query.status)?.value ?? "inbox",
    category: category ?? null,
    severity: SEVERITIES.find((name) => name === query.severity) ?? null,
    scope: query.scope === "all" ? "all" : "mine",
    results: query.results ?? null,
  };
}

/** How many notifications a place holds, whatever else is filtered. */
export function countIn(place: Place, inbox: Inbox): number {
  const { unreadCount, readCount, dismissedCount, archivedCount } = inbox;
  const counts = { unread: unreadCount, read: readCount, dismissed: dismissedCount, archived: archivedCount };
  return place === "inbox" ? unreadCount + readCount : counts[place];
}

/** Whether results are folded by repository: in the inbox as it is, without another filter. */
export const isFolded = ({ place, category, severity, results }: InboxFilter): boolean =>
  place === "inbox" && !category && !severity && results === null;

/** The address of the results of one repository, one by one. */
export const hrefOfResults = (repository: string, scope: InboxFilter["scope"]): string =>
  `/dashboard/inbox?${new URLSearchParams({ results: repository, ...(scope === "all" && { scope }) })}`;

/** The requests that together give the newest of a place: one for each state that is in it. */
export const queriesOf = (filter: InboxFilter, limit: number): InboxQuery[] => {
  const { place, category, severity, scope, results } = filter;
  return (place === "inbox" ? ["unread", "read"] as const : [place]).map((status) => ({
    status,
    limit,
    scope,
    ...(isFolded(filter) && { folded: true }),
    ...(results !== null && { resultsOf: results }),
    ...(category && { category }),
    ...(severity && { severity }),
  }));
};

/** One page out of several that are newest first each. What moved from one to the other in between is there once. */
export function merged(pages: readonly Inbox[]): Inbox {
  const byId = new Map(pages.flatMap(({ items }) => items).map((item) => [item.id, item]));
  return { ...pages.at(-1)!, items: [...byId.values()].toSorted((a, b) => b.sequence - a.sequence) };
}
