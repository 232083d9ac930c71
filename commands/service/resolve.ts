import { EXIT, ExitError, UsageError } from "../exit_codes.ts";
import { paint } from "../terminal/paint.ts";
import type { Connection } from "./connection.ts";

/** A list of records that ids are looked up in. */
type Listing = { kind: string; list: (connection: Connection) => Promise<Listed[]> };
type Listed = { id: string; title: string };

/** The most that one page of a list gives. */
const PAGE = 1000;

const LISTINGS: Record<string, Listing> = {
  runs: {
    kind: "run",
    list: ({ call }) =>
      allPages(async (offset) =>
        (await call("GET /runs", { query: { limit: PAGE, offset } })).map(({ id, request }) => ({
          id,
          title: request,
        }))
      ),
  },
  secrets: {
    kind: "secret",
    list: ({ call }) =>
      allPages(async (offset) =>
        (await call("GET /secrets", { query: { limit: PAGE, offset } })).map(({ id, name }) => ({
          id,
          title: name,
        }))
      ),
  },
  approvals: {
    kind: "approval",
    list: ({ call }) =>
      allPages(async (offset) =>
        (await call("GET /approvals/queue", { query: { limit: PAGE, offset } })).items.map((item) => ({
          id: item.id,
          title: item.approval.title,
        }))
      ),
  },
};

/** Candidates named when an id could be several. */
const MOST_NAMED = 10;

/**
 * The whole id for what a person typed, by its unique beginning, with or without its kind (`run_06ab` or `06ab`). A whole id
 * and one of a kind that cannot be listed are given back as they are. Throws `UsageError` when several begin so.
 */
export async function resolveId(connection: Connection, collection: string, typed: string): Promise<string> {
  const listing = LISTINGS[collection];
  if (!listing || /^[a-z_]+_[0-9a-z]{26}$/.test(typed)) return typed;
  const lower = typed.toLowerCase();
  const found = (await listing.list(connection)).filter(({ id }) =>
    id.startsWith(lower) || id.slice(id.indexOf("_") + 1).startsWith(lower)
  );
  if (found.length === 1) return found[0]!.id;
  if (found.length === 0) {
    throw new ExitError(EXIT.notFound, `There is no ${listing.kind} whose id begins with "${typed}".`);
  }
  throw new UsageError([
    `The id "${typed}" is ambiguous: ${found.length} begin so. The candidates are:`,
    ...found.slice(0, MOST_NAMED).map(({ id, title }) => `  ${id}  ${paint.dim(firstLine(title))}`),
    ...(found.length > MOST_NAMED ? [`  … ${found.length - MOST_NAMED} more`] : []),
  ].join("\n"));
}

/** What a path parameter names: the collection before it in the path. */
export const collectionOf = (path: string, parameter: string): string =>
  new RegExp(`^/([^/:]+)/:${parameter}(?:/|$)`).exec(path)?.[1] ?? "";

async function allPages(page: (offset: number) => Promise<Listed[]>): Promise<Listed[]> {
  const all: Listed[] = [];
  for (let more = true; more;) {
    const next = await page(all.length);
    all.push(...next);
    more = next.length === PAGE;
  }
  return all;
}

const firstLine = (text: string): string => {
  const line = text.split("\n", 1)[0]!;
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
};
