import { dirname, resolve } from "node:path";
import { type BackupDocument, backupStream } from "../../../store/backups/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";

const PAGE = 200;

/**
 * Removes scheduled backups beyond those that are kept, but none that another backup continues: the newest of a chain first,
 * so that what is left can be restored however this ends. Requested backups stay, and those in other directories: a restored
 * store knows the backups of its original.
 */
export async function prune(ctx: Ctx): Promise<number> {
  const { keep, directory } = ctx.config.backups;
  const all = existing(ctx);
  const beyond = all.filter(({ trigger, status, path }) =>
    trigger === "schedule" && status === "completed" && dirname(path) === resolve(directory)
  ).slice(keep);
  const needs = new Map(all.map(({ id, after }) => [id, after]));
  let removed = 0;
  for (const { id, path } of beyond) {
    if ([...needs.values()].includes(id)) continue;
    await Deno.remove(path).catch((cause) => {
      if (!(cause instanceof Deno.errors.NotFound)) throw cause;
    });
    const detail = `Only the newest ${keep} scheduled backups are kept, and those that they continue.`;
    record(ctx, backupStream, id, [{ type: "backup.removed", data: { detail } }]);
    needs.delete(id);
    removed++;
  }
  await ctx.settled();
  return removed;
}

/** Returns the backups whose file exists, or will, newest first. */
function existing(ctx: Ctx): BackupDocument[] {
  const found: BackupDocument[] = [];
  for (const status of ["running", "completed"] as const) {
    for (let offset = 0;; offset += PAGE) {
      const page = ctx.store.documents.find(backupStream, { status }, {
        limit: PAGE,
        offset,
        newestFirst: true,
      });
      found.push(...page);
      if (page.length < PAGE) break;
    }
  }
  return found;
}
