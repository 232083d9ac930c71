import { sha256 } from "../../../../store/chain.ts";
import {
  plannerSuppressionStream,
  type SuppressionDocument,
} from "../../../../store/planner/suppression_stream.ts";
import type { EventStore } from "../../../../store/event_store.ts";
import type { Core } from "../../../ground/kernel/context.ts";
import { type Range, rangeOf, timeAt } from "../../dates/range.ts";
import { plannerState, settingsOf } from "../../planner_settings/settings.ts";
import { busyIn } from "./busy.ts";
import { demandsIn, findDeadlineAtRisk } from "./deadlines.ts";
import { findConflicts } from "./find.ts";
import type { FoundConflict } from "./found.ts";
import type { PlannerConflict, PlannerConflictQuery, PlannerConflictSuppression } from "./schemas.ts";

type Reader = Pick<Core, "store" | "now">;

const USUAL_DAYS = 14;
const MAX_CONFLICTS = 400;
/** For how many ranges the conflicts are cached. */
const MAX_RANGES = 16;

/** A conflict, and what identifies the version that a person saw. */
export type ComputedConflict = { id: string; fingerprint: string; found: FoundConflict };

/** The default range: the next 14 days from this minute on. */
export function conflictRange({ now }: Pick<Core, "now">, days = USUAL_DAYS): Range {
  const from = Math.floor(now().getTime() / 60_000) * 60;
  return { from, to: from + days * 86_400 };
}

type Known = { state: string; minute: number; byRange: Map<string, readonly ComputedConflict[]> };

const known = new WeakMap<EventStore, Known>();

/** Returns the conflicts of a range; computed once for each state of the records. */
export function computeConflicts(ctx: Reader, range: Range): readonly ComputedConflict[] {
  const state = plannerState(ctx);
  const minute = Math.floor(ctx.now().getTime() / 60_000);
  let at = known.get(ctx.store);
  if (at?.state !== state || at.minute !== minute) {
    known.set(ctx.store, at = { state, minute, byRange: new Map() });
  }
  const name = `${range.from} ${range.to}`;
  const conflicts = at.byRange.get(name) ?? computed(ctx, range, minute * 60);
  if (at.byRange.size >= MAX_RANGES) at.byRange.clear();
  at.byRange.set(name, conflicts);
  return conflicts;
}

function computed(ctx: Reader, range: Range, now: number): ComputedConflict[] {
  const settings = settingsOf(ctx);
  const busy = busyIn(ctx, range, settings);
  const demands = demandsIn(ctx, range, settings);
  return [
    ...findDeadlineAtRisk(demands, busy, now, settings),
    ...findConflicts(busy, range, settings, { most: MAX_CONFLICTS }),
  ].slice(0, MAX_CONFLICTS).map(identified);
}

/** Returns a conflict with its id and its fingerprint. */
export const identified = (each: FoundConflict): ComputedConflict => ({
  id: idOf(each),
  fingerprint: sha256(
    JSON.stringify([each.kind, each.parts.map(({ key, start, end }) => [key, start, end])]),
  ).slice(0, 32),
  found: each,
});

/** A conflict always has the same id; a deadline at risk has that of its last task. */
function idOf({ kind, parts }: FoundConflict): string {
  const names = kind === "deadline_at_risk" ? [parts.at(-1)!.name] : parts.map(({ name }) => name).sort();
  return `plc_${sha256(JSON.stringify([kind, names])).slice(0, 26)}`;
}

/** Returns the conflicts of a range, by start; suppressed ones only on request. */
export function listConflicts(ctx: Reader, query: PlannerConflictQuery): PlannerConflict[] {
  const range = rangeOf(query, settingsOf(ctx).timeZone, conflictRange(ctx), ctx.now());
  return computeConflicts(ctx, range).values()
    .filter(({ found: { kind } }) => query.kinds?.includes(kind) ?? true)
    .map((each) => showConflict(ctx, each))
    .filter(({ status }) => query.includeSuppressed || status === "open")
    .take(query.limit).toArray();
}

/** Returns a conflict as the API shows it. */
function showConflict(ctx: Reader, { id, fingerprint, found }: ComputedConflict): PlannerConflict {
  const { kind, severity, parts, start, end, minutes, explain } = found;
  const [newest] = suppressionsOf(ctx, id);
  const suppression = newest ? showSuppression(ctx, newest, fingerprint) : null;
  return {
    id,
    kind,
    severity,
    status: suppression?.state === "active" ? "suppressed" : "open",
    artifactIds: [...new Set(parts.flatMap(({ artifactId }) => artifactId ?? []))],
    taskIds: [...new Set(parts.flatMap(({ taskId }) => taskId ?? []))],
    occurrences: parts.flatMap(({ key, artifactId }) => artifactId ? [key] : []),
    start: timeAt(start),
    end: timeAt(end),
    minutes,
    detail: detailOf(found),
    explain,
    suggestions: suggestionsOf(found),
    firstSeenAt: parts.map(({ since }) => since).sort().at(-1)!,
    suppression,
  };
}

/** Returns the active suppressions of a conflict, newest first. */
export const suppressionsOf = ({ store }: Pick<Core, "store">, conflictId: string): SuppressionDocument[] =>
  store.documents.find(plannerSuppressionStream, { conflictId }, { limit: 100, newestFirst: true })
    .filter(({ removedAt }) => removedAt === null);

/** Returns a suppression with its state; the fingerprint is null if the conflict no longer exists. */
export function showSuppression(
  { now }: Pick<Core, "now">,
  { removedAt: _, ...suppression }: SuppressionDocument,
  fingerprint: string | null,
): PlannerConflictSuppression {
  const { until } = suppression;
  const state = until !== null && until <= now().toISOString()
    ? "expired"
    : suppression.fingerprint !== fingerprint
    ? "lapsed"
    : "active";
  return { ...suppression, state };
}

/** Returns a conflict in one sentence. */
export function detailOf({ kind, parts, minutes }: FoundConflict): string {
  const [a, b] = parts.map(({ title }) => `"${title}"`);
  switch (kind) {
    case "time_off":
      return `${a} and ${b} overlap by ${minutes} min, and one of them is time off.`;
    case "double_booked":
      return `${a} and ${b} are both confirmed for the same ${minutes} min.`;
    case "overlap":
      return `${a} and ${b} overlap by ${minutes} min.`;
    case "buffer_violation":
      return `The buffer between ${a} and ${b} is ${minutes} min too short.`;
    case "outside_hours":
      return `${a} is ${minutes} min outside working hours.`;
    case "deadline_at_risk":
      return `"${parts.at(-1)!.title}" cannot be done in time: ${minutes} min are missing.`;
  }
}

function suggestionsOf({ kind, parts }: FoundConflict): PlannerConflict["suggestions"] {
  const movable = parts.find(({ taskId, firm }) => taskId !== null && !firm);
  const move = movable
    ? [{ action: "move_block", detail: `Schedule "${movable.title}" at another time.` }]
    : [];
  const suppress = { action: "suppress", detail: "Suppress it if it is intended." };
  if (kind === "deadline_at_risk") {
    return [{
      action: "change_due",
      detail: "Move a due date, lower an estimate, or free some time before it.",
    }, suppress];
  }
  return [...move, suppress];
}
