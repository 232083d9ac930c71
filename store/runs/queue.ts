import type { DocumentReader } from "../documents.ts";
import type { Tables } from "../view.ts";
import type { RunDocument } from "./document.ts";
import { placeOf } from "./list.ts";
import { runStream } from "./stream.ts";

const QUEUED = { archivedAt: null, status: "queued" } as const;

/** Later than every time. */
const ALWAYS = "9999";

/**
 * Returns the runs that wait to be started, next one first: those that a person moved to the front, latest first, then
 * the oldest.
 */
export function queuedRuns(documents: DocumentReader, limit: number): RunDocument[] {
  const first = putFirst(documents);
  const others = documents.find(runStream, QUEUED, { limit: limit + first.length })
    .filter(({ putFirstAt }) => putFirstAt === undefined);
  return [...first, ...others].slice(0, limit);
}

/** Returns the position of a run in the queue, from 1; null if it is not queued. */
export function queuePlaceOf(documents: DocumentReader, run: RunDocument): number | null {
  if (run.status !== "queued" || run.archivedAt !== null) return null;
  const first = putFirst(documents);
  if (run.putFirstAt !== undefined) return first.findIndex(({ id }) => id === run.id) + 1;
  const sequence = placeOf(documents, run.id) ?? 0;
  return queuedUntil(documents.tables, sequence) + first.filter(({ id }) => id > run.id).length;
}

/** How many runs are queued up to a place in the list of runs, while the tables do not change. */
type Known = { sequence: number; queued: number; changes: number };

/** What was counted last in each store: a list asks for neighbours. */
const counted = new WeakMap<Tables, Known>();

/** How many runs at the front of the queue are counted one by one. */
const FRONT = 500;

const LAST = Number.MAX_SAFE_INTEGER;

/** Counts from the front of the queue, from its end or from what was counted last: it may be long. */
function queuedUntil(tables: Tables, sequence: number): number {
  const { changes } = tables.get<{ changes: number }>("select total_changes() as changes")!;
  let known = counted.get(tables);
  if (known?.changes !== changes) {
    const inFront = queuedBetween(tables, 0, sequence, FRONT);
    known = inFront < FRONT
      ? { sequence, queued: inFront, changes }
      : { sequence: LAST, queued: allQueued(tables), changes };
  }
  const queued = known.sequence < sequence
    ? known.queued + queuedBetween(tables, known.sequence, sequence)
    : known.queued - queuedBetween(tables, sequence, known.sequence);
  counted.set(tables, { sequence, queued, changes });
  return queued;
}

/** Counts the queued runs after one place and up to another, or `most`. */
const queuedBetween = (tables: Tables, after: number, until: number, most = -1): number =>
  tables.get<{ n: number }>(
    `select count(*) as n from (select 1 from {run_list} where archived = 0 and status = 'queued'
     and sequence > ? and sequence <= ? limit ?)`,
    after,
    until,
    most,
  )!.n;

const allQueued = (tables: Tables): number =>
  tables.get<{ n: number }>(
    "select coalesce(sum(n), 0) as n from {run_counts} where archived = 0 and status = 'queued'",
  )!.n;

const putFirst = (documents: DocumentReader): RunDocument[] =>
  documents.lowest(runStream, QUEUED, "putFirstAt", { until: ALWAYS, limit: -1 }).reverse();
