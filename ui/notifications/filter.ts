import type { Category, Inbox, InboxQuery, Severity, State } from "./types.ts";
import { CATEGORIES, SEVERITIES } from "./words.ts";

/** Where one looks: `inbox` is what was neither dismissed nor archived. */
export type Place = "inbox" | State;

/** What the address narrows the inbox to. */
export type InboxFilter = { place: Place; category: Category | null; severity: Severity | null };

/** The places in their order, with what each is called. */
export const PLACES: readonly { value: Place; label: string }[] = [
  { value: "inbox", label: "Inbox" },
  { value: "unread", label: "Unread" },
  { value: "read", label: "Read" },
  { value: "dismissed", label: "Dismissed" },
  { value: "archived", label: "Archived" },
];

/** The filter that an address stands for; what it has that is none is left out. */
export function filterOf(query: Readonly<Record<string, string>>): InboxFilter {
  const category = Object.keys(CATEGORIES).find((name) => name === query.category) as Category | undefined;
  return {
    place: PLACES.find(({ value }) => value === query.status)?.value ?? "inbox",
    category: category ?? null,
    severity: SEVERITIES.find((name) => name === query.severity) ?? null,
  };
}

/** How many notifications a place holds, whatever else is filtered. */
export function countIn(place: Place, inbox: Inbox): number {
  const { unreadCount, readCount, dismissedCount, archivedCount } = inbox;
  const counts = { unread: unreadCount, read: readCount, dismissed: dismissedCount, archived: archivedCount };
  return place === "inbox" ? unreadCount + readCount : counts[place];
}

/** The requests that together give the newest of a place: one for each state that is in it. */
export const queriesOf = ({ place, category, severity }: InboxFilter, limit: number): InboxQuery[] =>
  (place === "inbox" ? ["unread", "read"] as const : [place]).map((status) => ({
    status,
    limit,
    ...(category && { category }),
    ...(severity && { severity }),
  }));

/** One page out of several that are newest first each. What moved from one to the other in between is there once. */
export function merged(pages: readonly Inbox[]): Inbox {
  const byId = new Map(pages.flatMap(({ items }) => items).map((item) => [item.id, item]));
  return { ...pages.at(-1)!, items: [...byId.values()].toSorted((a, b) => b.sequence - a.sequence) };
}
