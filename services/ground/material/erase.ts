import { erase, truncateLog } from "../../../store/erase.ts";
import type { MaterialOwner } from "../../../store/material/document.ts";
import { materialStream } from "../../../store/material/stream.ts";
import { removePending } from "../../../store/pending_files.ts";
import { type Ctx, record } from "../kernel/context.ts";
import { inParts } from "../kernel/in_parts.ts";
import { Pace } from "../kernel/pace.ts";

/**
 * Erases all material of an owner. Resolves with how much that was, once the log says so, the bytes are removed and
 * nothing of the entries is left in the write-ahead log.
 */
export const eraseMaterial = (ctx: Ctx, owner: MaterialOwner): Promise<number> =>
  eraseWhere(ctx, "owner_kind = ? and owner_id = ?", owner.kind, owner.id);

/** Erases one piece of material alone. Resolves as `eraseMaterial` does. */
export const erasePiece = (ctx: Ctx, id: string): Promise<number> => eraseWhere(ctx, "id = ?", id);

async function eraseWhere(ctx: Ctx, where: string, ...values: string[]): Promise<number> {
  const { done: erased } = await inParts(ctx, (most) => {
    const ids = idsWhere(ctx, most, where, ...values);
    for (const id of ids) deleteMaterial(ctx, id, "erased");
    return ids.length;
  });
  await ctx.settled();
  await removePending(ctx.store, ctx.artifacts);
  await truncateLog(ctx.store);
  return erased;
}

/** Erases what is left of owners that were erased when the service was stopped before their material was. */
export async function eraseOrphans(ctx: Ctx): Promise<number> {
  const pace = new Pace();
  let erased = 0;
  for (let owner = ownerAfter(ctx, ""); owner !== undefined; owner = ownerAfter(ctx, owner)) {
    if (isErased(ctx, owner)) erased += await eraseMaterial(ctx, { kind: "stream", id: owner });
    await pace.breathe();
  }
  return erased;
}

const ownerAfter = ({ store }: Ctx, stream: string): string | undefined =>
  store.documents.tables.get<{ owner_id: string }>(
    "select owner_id from {material} where owner_kind = 'stream' and owner_id > ? order by owner_id limit 1",
    stream,
  )?.owner_id;

/** Whether nothing of a stream is left but its deletion; others are deleted and keep what they say. */
function isErased({ store }: Ctx, stream: string): boolean {
  const [last, other] = store.events.newestOfStream(stream, 2);
  return other === undefined && last !== undefined && last.type.endsWith(".deleted");
}

/** Erases up to `most` pieces of material whose retention has ended; returns how many. Runs inside of the caller's unit. */
export function expireMaterial(ctx: Ctx, most: number): number {
  const ids = idsWhere(ctx, most, "until <= ?", ctx.now().toISOString());
  for (const id of ids) deleteMaterial(ctx, id, "expired");
  return ids.length;
}

/** The tombstone names no run, also for a run's material: it erases this one stream. */
function deleteMaterial(ctx: Ctx, id: string, reason: "erased" | "expired"): void {
  const [tombstone] = record(ctx, materialStream, id, [{ type: "material.deleted", data: { reason } }]);
  erase(ctx.store, { stream: `material/${id}` }, tombstone!.seq);
}

const idsWhere = (ctx: Ctx, most: number, where: string, ...values: string[]): string[] =>
  ctx.store.documents.tables.all<{ id: string }>(
    `select id from {material} where ${where} order by id limit ?`,
    ...values,
    most,
  ).map(({ id }) => id);
