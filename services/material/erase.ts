import { erase, truncateLog } from "../../store/erase.ts";
import type { MaterialOwner } from "../../store/material/document.ts";
import { materialStream } from "../../store/material/stream.ts";
import { removePending } from "../../store/pending_files.ts";
import { type Ctx, record } from "../kernel/context.ts";

/** How much goes in one unit: a unit holds the event loop. */
const PAGE = 200;

/**
 * Erases all material of an owner. Resolves with how much that was, once the log says so, the bytes are removed and
 * nothing of the entries is left in the write-ahead log.
 */
export async function eraseMaterial(ctx: Ctx, owner: MaterialOwner): Promise<number> {
  let erased = 0;
  for (let page = PAGE; page === PAGE; erased += page) {
    page = await ctx.store.commit(() => {
      const ids = idsWhere(ctx, "owner_kind = ? and owner_id = ?", owner.kind, owner.id);
      for (const id of ids) deleteMaterial(ctx, id, "erased");
      return ids.length;
    });
  }
  await removePending(ctx.store, ctx.artifacts);
  await truncateLog(ctx.store);
  return erased;
}

/** Erases material whose retention has ended, at most 200 pieces; returns how many. Runs inside of the caller's unit. */
export function expireMaterial(ctx: Ctx): number {
  const ids = idsWhere(ctx, "until <= ?", ctx.now().toISOString());
  for (const id of ids) deleteMaterial(ctx, id, "expired");
  return ids.length;
}

/** The tombstone names no run, also for a run's material: it erases this one stream. */
function deleteMaterial(ctx: Ctx, id: string, reason: "erased" | "expired"): void {
  const [tombstone] = record(ctx, materialStream, id, [{ type: "material.deleted", data: { reason } }]);
  erase(ctx.store, { stream: `material/${id}` }, tombstone!.seq);
}

const idsWhere = (ctx: Ctx, where: string, ...values: string[]): string[] =>
  ctx.store.documents.tables.all<{ id: string }>(
    `select id from {material} where ${where} order by id limit ?`,
    ...values,
    PAGE,
  ).map(({ id }) => id);
