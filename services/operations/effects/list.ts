import type { SqlValue } from "../../../store/database.ts";
import type { EffectRow } from "../../../store/effects/rows.ts";
import { OUTSIDE } from "../../ground/effects/kinds.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { NotFoundError } from "../../ground/kernel/errors.ts";
import type { EffectList, EffectsQuery, ShownEffect } from "./schemas.ts";

/** Returns what this service did outside, newest first, and how much of all of it is uncertain. */
export function listEffects(ctx: Ctx, { state, kind, limit, offset }: EffectsQuery): EffectList {
  const { tables } = ctx.store.projector;
  // Conditions that are left out let the others use their index.
  const wanted = Object.entries({ state, kind }).filter(([, value]) => value !== undefined);
  const where = wanted.length === 0 ? "" : `where ${wanted.map(([name]) => `${name} = ?`).join(" and ")}`;
  const rows = tables.all<EffectRow>(
    `select * from {effects} ${where} order by sequence desc limit ? offset ?`,
    ...wanted.map(([, value]): SqlValue => value!),
    limit,
    offset,
  );
  const { uncertain } = tables.get<{ uncertain: number }>(
    "select count(*) as uncertain from {effects} where state = 'uncertain'",
  )!;
  return { items: rows.map(showEffect), uncertain };
}

/** Returns an effect's row. Throws `NotFoundError`. */
export function requireEffect({ store }: Ctx, id: string): EffectRow {
  const row = store.projector.tables.get<EffectRow>("select * from {effects} where id = ?", id);
  if (!row) throw new NotFoundError("effect", id);
  return row;
}

/** Returns an effect as the API shows it. */
export function showEffect({ kind, ...row }: EffectRow): ShownEffect {
  const { title, because } = OUTSIDE[kind];
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
