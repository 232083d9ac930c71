import type { Frame } from "../../shell/mod.ts";
import type { Conflict } from "./types.ts";

/** Which conflicts; open ones of the next 14 days by default. */
type ConflictQuery = { from?: string; to?: string; includeSuppressed?: string };

/** How many conflicts one response contains. */
const PAGE = 400;

/** Reads conflicts in pages, at most `most`. */
export async function readConflicts(
  { call }: Pick<Frame, "call">,
  query: ConflictQuery,
  most = Infinity,
): Promise<Conflict[]> {
  const all: Conflict[] = [];
  for (;;) {
    const limit = Math.min(PAGE, most - all.length);
    const page = await call("GET /planner/conflicts", { query: { ...query, limit, offset: all.length } });
    all.push(...page);
    if (page.length < limit || all.length >= most) return all;
  }
}
