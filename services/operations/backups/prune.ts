import { dirname, resolve } from "node:path";
import { type BackupDocument, backupStream } from "../../../store/backups/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { isOwn } from "./own.ts";

/**
 * Removes scheduled backups beyond those that are kept, but none that another backup continues: the newest of a chain first,
 * so that what is left can be restored however this ends. Requested backups stay, those in other directories, and those of
 * the store that this one was restored from. One that cannot be removed is named in the log, and tried again the next time.
 */
export async function prune(ctx: Ctx): Promise<number> {
  const { keep, directory } = ctx.config.backups;
  const all = existing(ctx);
  const beyond = all.filter((backup) =>
    backup.trigger === "schedule" && backup.status === "completed" &&
    dirname(backup.path) === resolve(directory) && isOwn(ctx, backup)
  ).slice(keep);
  const needs = new Map(all.map(({ id, after }) => [id, after]));
  let removed = 0;
  for (const { id, path } of beyond) {
    if ([...needs.values()].includes(id)) continue;
    try {
      await Deno.remove(path);
    } catch (cause) {
      if (!(cause instanceof Deno.errors.NotFound)) {
        ctx.log.error(`The old backup ${id} could not be removed`, cause);
        continue;
      }
    }
    const detail = `Only the newest ${keep} scheduled backups are kept, and those that they continue.`;
    record(ctx, backupStream, id, [{ type: "backup.removed", data: { detail } }]);
    needs.delete(id);
    removed++;
  }
  await ctx.settled();
  return removed;
}

/** Returns the backups whose file exists, or will, newest first. */
const existing = ({ store }: Ctx): BackupDocument[] =>
  (["running", "completed"] as const).flatMap((status) =>
    store.documents.all(backupStream, { status }, { newestFirst: true })
  );
