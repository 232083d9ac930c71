import type { Core } from "../../../ground/kernel/context.ts";
import { ListPart } from "../../../ground/kernel/list_part.ts";
import { rangeOf, timeAt } from "../../dates/range.ts";
import { settingsOf } from "../../planner_settings/settings.ts";
import { computeConflicts, conflictRange } from "./compute.ts";
import type { ComputedConflict } from "./computed.ts";
import type { FoundConflict } from "./found.ts";
import { MAX_FOUND } from "./of_range.ts";
import type { PlannerConflict, PlannerConflictQuery } from "./schemas.ts";
import { resolvedIn } from "./resolved.ts";
import { newestOf, showSuppression, suppressedNow } from "./suppressed.ts";

type Reader = Pick<Core, "store" | "now">;

/** How many conflicts one response contains. */
const MAX_SHOWN = 400;

/** Returns the conflicts of a range, by start; on request also suppressed ones, and at the end those of them that are resolved. */
export function listConflicts(ctx: Reader, query: PlannerConflictQuery): ListPart<PlannerConflict[]> {
  const { kinds, includeSuppressed, offset } = query;
  const range = rangeOf(query, settingsOf(ctx).timeZone, conflictRange(ctx), ctx.now());
  const all = computeConflicts(ctx, range);
  const isSuppressed = includeSuppressed ? () => false : suppressedNow(ctx);
  const fitting = all.filter((each) => (kinds?.includes(each.found.kind) ?? true) && !isSuppressed(each));
  const resolved = includeSuppressed ? resolvedIn(ctx, range, query) : [];
  const end = offset + Math.min(query.limit, MAX_SHOWN);
  const shown = [
    ...fitting.slice(offset, end).map((each) => showConflict(ctx, each)),
    ...resolved.slice(Math.max(0, offset - fitting.length), Math.max(0, end - fitting.length)),
  ];
  return new ListPart(shown, fitting.length + resolved.length, all.length < MAX_FOUND);
}

/** Returns a conflict as the API shows it. */
function showConflict(ctx: Reader, conflict: ComputedConflict): PlannerConflict {
  const { id, found } = conflict;
  const { kind, severity, parts, start, end, minutes, explain } = found;
  const newest = newestOf(ctx, id);
  const suppression = newest ? showSuppression(ctx, newest, conflict.fingerprint) : null;
  return {
    id,
    kind,
    severity,
    status: suppression?.state === "active" ? "suppressed" : "open",
    ...partsOf(found),
    start: timeAt(start),
    end: timeAt(end),
    minutes,
    detail: detailOf(found),
    explain,
    suggestions: suggestionsOf(found),
    firstSeenAt: parts.reduce((latest, { since }) => since > latest ? since : latest, ""),
    suppression,
    suppressionLapsed: suppression?.state === "lapsed",
  };
}

/** Returns the ids of what is in conflict. */
export const partsOf = ({ parts }: Pick<FoundConflict, "parts">) => ({
  artifactIds: [...new Set(parts.flatMap(({ artifactId }) => artifactId ?? []))],
  taskIds: [...new Set(parts.flatMap(({ taskId }) => taskId ?? []))],
  occurrences: parts.flatMap(({ key, artifactId }) => artifactId ? [key] : []),
});

/** Returns a conflict in one sentence. */
export function detailOf({ kind, parts, minutes }: FoundConflict): string {
  const [a, b] = parts.map(({ title }) => `"${title}"`);
  return {
    time_off: `${a} and ${b} overlap by ${minutes} min, and one of them is time off.`,
    double_booked: `${a} and ${b} are both confirmed for the same ${minutes} min.`,
    overlap: `${a} and ${b} overlap by ${minutes} min.`,
    buffer_violation: `The buffer between ${a} and ${b} is ${minutes} min too short.`,
    outside_hours: `${a} is ${minutes} min outside working hours.`,
    deadline_at_risk: `"${parts.at(-1)!.title}" cannot be done in time: ${minutes} min are missing.`,
  }[kind];
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
