import type { Database } from "./database.ts";
import type { LogPart } from "./verify.ts";
import type { StreamRange } from "./verify_documents.ts";
import type { VerifyTask } from "./verify_tasks.ts";
import { VIEW_GROUPS } from "./verify_views.ts";

/** Everything that is done to verify a database. `passes` is how often each entry of its log is read. */
export type VerifyPlan = { tasks: VerifyTask[]; events: number; passes: number };

/** In how many parts the chain and the documents are read. */
const MAX_PARTS = 4;
const MIN_PART_EVENTS = 10_000;
/** How many entries are looked at to find streams that divide the log into parts of similar length. */
const SAMPLES = 64;

/** Without it, only what SQLite itself says of a file can be looked at. */
export const PLAN_FOR_UNREADABLE: VerifyPlan = { tasks: [{ kind: "integrity" }], events: 0, passes: 0 };

/** Divides the verification into tasks, the longest first. */
export function planOf(database: Database, directory: string, compare: boolean): VerifyPlan {
  const { events } = database.get<{ events: number }>("select coalesce(max(seq), 0) as events from events")!;
  const parts = Math.max(1, Math.min(MAX_PARTS, Math.floor(events / MIN_PART_EVENTS)));
  const tasks: VerifyTask[] = [
    ...VIEW_GROUPS.map((group) => ({ kind: "views" as const, group, compare })),
    { kind: "artifacts", directory },
    { kind: "integrity" },
    ...rangesOf(database, events, parts).map((range) => ({ kind: "documents" as const, range, compare })),
    ...partsOf(events, parts).map((part) => ({ kind: "chain" as const, part })),
  ];
  return { tasks, events, passes: VIEW_GROUPS.length + 3 };
}

function partsOf(events: number, parts: number): LogPart[] {
  const ends = Array.from({ length: parts }, (_, i) => Math.floor(events * (i + 1) / parts));
  return ends.map((end, i) => ({
    from: (ends[i - 1] ?? 0) + 1,
    to: i === parts - 1 ? Number.MAX_SAFE_INTEGER : end,
  }));
}

function rangesOf(database: Database, events: number, parts: number): StreamRange[] {
  const samples = Array.from({ length: SAMPLES }, (_, i) => 1 + Math.floor(events * i / SAMPLES));
  const streams = samples.flatMap((seq) =>
    database.get<{ stream: string }>("select stream from events where seq = ?", seq)?.stream ?? []
  ).sort((a, b) => (a < b ? -1 : 1));
  const starts = Array.from({ length: parts }, (_, i) => streams[Math.floor(streams.length * i / parts)]!);
  const distinct = ["", ...new Set(starts.slice(1))].filter((start) => start !== undefined);
  return distinct.map((from, i) => ({ from, to: distinct[i + 1] ?? null }));
}
