import type { EffectRow } from "../../../store/effects/rows.ts";
import { OUTSIDE_KINDS, type OutsideKind } from "../../ground/effects/kinds.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { NotFoundError } from "../../ground/kernel/errors.ts";
import type { EffectList, EffectsQuery, ShownEffect } from "./schemas.ts";

/** Returns what this service did outside, newest first. */
export function listEffects(ctx: Ctx, { state, kind, limit, offset }: EffectsQuery): EffectList {
  const { tables } = ctx.store.projector;
  const rows = tables.all<EffectRow>(
    `select * from {effects} where (?1 is null or state = ?1) and (?2 is null or kind = ?2)
     order by sequence desc limit ?3 offset ?4`,
    state ?? null,
    kind ?? null,
    limit,
    offset,
  );
  const counts = tables.all<{ state: string; count: number }>(
    "select state, count(*) as count from {effects} group by state",
  );
  return {
    items: rows.map(showEffect),
    counts: Object.fromEntries(counts.map(({ state, count }) => [state, count])),
  };
}

/** Returns an effect's row. Throws `NotFoundError`. */
export function requireEffect({ store }: Ctx, id: string): EffectRow & { kind: OutsideKind } {
  const row = store.projector.tables.get<EffectRow>("select * from {effects} where id = ?", id);
  if (!row) throw new NotFoundError("effect", id);
  return row as EffectRow & { kind: OutsideKind };
}

/** Returns an effect as the API shows it. */
export function showEffect(row: EffectRow): ShownEffect {
  const kind = row.kind as OutsideKind;
  const { title, because } = OUTSIDE_KINDS[kind];
  return {
    id: row.id,
    kind,
    title,
    subject: row.subject,
    runId: row.run_id,
    state: row.state,
    settled: row.settled === 1,
    detail: row.detail,
    repeats: because,
    begunAt: row.begun_at,
    updatedAt: row.updated_at,
  };
}
