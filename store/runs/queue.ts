import type { DocumentReader } from "../documents.ts";
import type { RunDocument } from "./document.ts";
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
  const { n } = documents.tables.get<{ n: number }>(
    `select count(*) as n from {run_list} where archived = 0 and status = 'queued'
    and sequence <= (select sequence from {run_list} where id = ?)`,
    run.id,
  )!;
  return n + first.filter(({ id }) => id > run.id).length;
}

const putFirst = (documents: DocumentReader): RunDocument[] =>
  documents.lowest(runStream, QUEUED, "putFirstAt", { until: ALWAYS, limit: -1 }).reverse();
