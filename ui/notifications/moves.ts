import type { Frame } from "../shell/mod.ts";
import type { Inbox, Move, Notification } from "./model/types.ts";

/** How many archived notifications are read at once. */
const PAGE = 1000;

/** A request that moves one notification. */
type OneMove = { id: string; move: Move };

/** Returns how an archived notification gets to another state: reading it leaves it in the archive. */
export const unarchive = (id: string, move: Move): OneMove[] =>
  move === "read" ? [{ id, move: "unread" }, { id, move }] : [{ id, move }];

/**
 * Returns how those that were archived last, at one time, get back to where they were; null if there are not so many, since an undo
 * that leaves some behind is none.
 */
function movesBack(items: Inbox["items"], count: number): OneMove[] | null {
  const last = items.map(({ archivedAt }) => archivedAt ?? "").reduce((a, b) => a > b ? a : b, "");
  const moved = items.filter(({ archivedAt }) => archivedAt === last);
  if (count === 0 || moved.length !== count) return null;
  return moved.flatMap(({ id, readAt }) => unarchive(id, readAt === null ? "unread" : "read"));
}

/** Returns how the results that were archived last get back, as `movesBack` does; they are read in pages, however many they are. */
export async function movesOfResults(
  call: Frame["call"],
  of: { resultsOf: string; scope: "mine" | "all" },
  count: number,
): Promise<OneMove[] | null> {
  const items: Notification[] = [];
  for (;;) {
    const query = { ...of, status: "archived", limit: PAGE, offset: items.length } as const;
    const { items: page } = await call("GET /notifications", { query });
    items.push(...page);
    const back = movesBack(items, count);
    if (back || page.length < PAGE) return back;
  }
}
