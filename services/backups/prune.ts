import { backupStream } from "../../store/backups/stream.ts";
import { type Ctx, record } from "../kernel/context.ts";

/** How many old backups one pass removes. */
const PAGE = 200;

/** Removes scheduled backups beyond those that are kept, oldest first. Requested backups stay. */
export async function prune(ctx: Ctx): Promise<number> {
  const { keep } = ctx.config.backups;
  const beyond = ctx.store.documents.find(
    backupStream,
    { trigger: "schedule", status: "completed" },
    { limit: PAGE, offset: keep, newestFirst: true },
  );
  for (const { id, path } of beyond.toReversed()) {
    await Deno.remove(path).catch((cause) => {
      if (!(cause instanceof Deno.errors.NotFound)) throw cause;
    });
    const detail = `Only the newest ${keep} scheduled backups are kept.`;
    record(ctx, backupStream, id, [{ type: "backup.removed", data: { detail } }]);
  }
  await ctx.settled();
  return beyond.length;
}
