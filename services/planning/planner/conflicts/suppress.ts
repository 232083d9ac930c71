import { plannerSuppressionStream } from "../../../../store/planner/suppression_stream.ts";
import { type Ctx, record } from "../../../ground/kernel/context.ts";
import { InvalidError, NotFoundError } from "../../../ground/kernel/errors.ts";
import { existing, type Made, made } from "../../../ground/kernel/made.ts";
import { requireItem } from "../items/rows.ts";
import { type Range, timeAt } from "../../dates/range.ts";
import { windowAt } from "../../dates/window.ts";
import { settingsOf } from "../../planner_settings/settings.ts";
import { type Busy, busyAround } from "./busy.ts";
import { computeConflicts, conflictRange } from "./compute.ts";
import { ComputedConflict } from "./computed.ts";
import { findConflicts } from "./find.ts";
import { partsOf } from "./list.ts";
import type { PlannerConflictSuppression } from "./schemas.ts";
import { showSuppression, suppressionsOf } from "./suppressed.ts";

type Input = { reason?: string | undefined; until?: string | undefined };

/**
 * Suppresses the current version of a conflict; it appears again when one side moves or the time is over. Repeating it for the same
 * reason and time changes nothing.
 */
export function suppressConflict(ctx: Ctx, id: string, input: Input): Made<PlannerConflictSuppression> {
  const conflict = findConflict(ctx, id);
  if (!conflict) throw new NotFoundError("planner conflict", id);
  return suppress(ctx, conflict, untilOf(ctx, input), input.reason);
}

/** Suppresses all conflicts of an artifact in the next 14 days, or with `includeFuture` all known ones. */
export function suppressByArtifact(
  ctx: Ctx,
  artifactId: string,
  { includeFuture, ...input }: Input & { includeFuture: boolean },
): Made<PlannerConflictSuppression[]> {
  const { row } = requireItem(ctx, artifactId);
  const until = untilOf(ctx, input);
  const range = includeFuture ? futureRange(ctx) : conflictRange(ctx);
  const settings = settingsOf(ctx);
  const concerns = (one: Busy) => one.artifactId === row.id;
  const conflicts = findConflicts(busyAround(ctx, range, settings), range, settings, { concerns })
    .map((found) => new ComputedConflict(found));
  const all = ctx.write(() => conflicts.map((conflict) => suppress(ctx, conflict, until, input.reason)));
  const values = all.map(({ value }) => value);
  return all.every((each) => each.existing) ? existing(values) : made(values);
}

/** Shows a conflict again. Does nothing if it was not suppressed. */
export function unsuppressConflict(ctx: Ctx, id: string) {
  const suppressions = suppressionsOf(ctx, id);
  if (suppressions.length === 0 && !findConflict(ctx, id)) {
    throw new NotFoundError("planner conflict", id);
  }
  ctx.write(() => {
    for (const { id } of suppressions) {
      record(ctx, plannerSuppressionStream, id, [{ type: "planner.conflict_unsuppressed", data: {} }]);
    }
  });
  const removed = suppressions.map(({ id }) => id);
  return { conflictId: id, suppressed: false as const, removed, at: ctx.now().toISOString() };
}

/**
 * Returns the conflict with that id: the deadline that is missed most is another in the next 14 days than in a longer range, and
 * a list may have shown any range.
 */
function findConflict(ctx: Ctx, id: string): ComputedConflict | undefined {
  for (const range of [conflictRange(ctx), futureRange(ctx), windowAt(ctx.now())]) {
    const found = computeConflicts(ctx, range).find((each) => each.id === id);
    if (found) return found;
  }
  return undefined;
}

/** The future until the planner's horizon. */
const futureRange = (ctx: Ctx): Range => conflictRange(ctx, Math.max(14, settingsOf(ctx).horizonDays));

function untilOf(ctx: Ctx, { until }: Input): string | null {
  if (until === undefined) return null;
  const at = new Date(until);
  if (at <= ctx.now()) throw new InvalidError(`until is ${until}, which is in the past.`);
  return at.toISOString();
}

function suppress(
  ctx: Ctx,
  { id, fingerprint, found }: ComputedConflict,
  until: string | null,
  reason?: string,
): Made<PlannerConflictSuppression> {
  const [newest] = suppressionsOf(ctx, id);
  const known = newest && showSuppression(ctx, newest, fingerprint);
  const isSame = (reason === undefined || known?.reason === reason) &&
    (until === null || known?.until === until);
  if (known?.state === "active" && isSame) return existing(known);
  const suppressionId = ctx.newId("pls");
  const { artifactIds, ...parts } = partsOf(found);
  const { severity, minutes } = found;
  const data = {
    conflictId: id,
    kind: found.kind,
    artifactIds,
    reason: reason || null,
    until,
    fingerprint,
    found: { ...parts, severity, minutes, start: timeAt(found.start), end: timeAt(found.end) },
  };
  record(ctx, plannerSuppressionStream, suppressionId, [{ type: "planner.conflict_suppressed", data }]);
  const document = ctx.store.documents.get(plannerSuppressionStream, suppressionId)!;
  return made(showSuppression(ctx, document, fingerprint));
}
