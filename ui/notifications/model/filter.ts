import type { Category, Inbox, InboxQuery, NotificationState, Severity } from "./types.ts";
import { CATEGORIES, WORST_FIRST } from "./words.ts";
import { keysOf } from "../../../store/shared/records.ts";

/** A place to look; `inbox` has everything that was neither dismissed nor archived. */
type InboxFolder = "inbox" | NotificationState;

/** The filters of the inbox in the address. */
export type InboxFilter = {
  place: InboxFolder;
  category: Category | null;
  severity: Severity | null;
  /** `mine` is what needs the operator or is followed; `all` is everything. */
  scope: "mine" | "all";
  /** The repository whose results are listed; null for none. */
  results: string | null;
};

/** The places in order, with their labels. */
export const PLACES: readonly { value: InboxFolder; label: string }[] = [
  { value: "inbox", label: "Inbox" },
  { value: "unread", label: "Unread" },
  { value: "read", label: "Read" },
  { value: "dismissed", label: "Dismissed" },
  { value: "archived", label: "Archived" },
];

/** Returns the filter of an address; ignores unknown parts. */
export function filterOf(query: Readonly<Record<string, string>>): InboxFilter {
  const category = keysOf(CATEGORIES).find((name) => name === query.category);
  return {
    place: PLACES.find(({ value }) => value === query.status)?.value ?? "inbox",
    category: category ?? null,
    severity: WORST_FIRST.find((name) => name === query.severity) ?? null,
    scope: query.scope === "all" ? "all" : "mine",
    results: query.results ?? null,
  };
}

/** Returns the number of notifications in a place, regardless of the other filters. */
export function countIn(place: InboxFolder, inbox: Inbox): number {
  const { unreadCount, readCount, dismissedCount, archivedCount } = inbox;
  const counts = { unread: unreadCount, read: readCount, dismissed: dismissedCount, archived: archivedCount };
  return place === "inbox" ? unreadCount + readCount : counts[place];
}

/** Reports whether results are grouped by repository, which they are in the unfiltered inbox. */
export const isFolded = ({ place, category, severity, results }: InboxFilter): boolean =>
  place === "inbox" && !category && !severity && results === null;

/** Returns the address of the single results of a repository. */
export const hrefOfResults = (repository: string, scope: InboxFilter["scope"]): string =>
  `/dashboard/inbox?${new URLSearchParams({ results: repository, ...(scope === "all" && { scope }) })}`;

/** Returns the requests for the newest notifications of a place: one for each state in it. */
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

/** Merges pages that are each sorted newest first. A notification that moved in between is kept once. */
export function merged(pages: readonly Inbox[]): Inbox {
  const byId = new Map(pages.flatMap(({ items }) => items).map((item) => [item.id, item]));
  return { ...pages.at(-1)!, items: [...byId.values()].toSorted((a, b) => b.sequence - a.sequence) };
}
