import type { Ctx } from "../../../ground/kernel/context.ts";
import { contentOf, SourceChangedError } from "../../calendars/content.ts";
import { importItems, newImport } from "../../planner/items/import.ts";
import { parseContent } from "../../calendars/read_source.ts";
import { windowAt } from "../../dates/window.ts";
import type { Place } from "../../calendars/place.ts";
import type { PlanFile } from "../plans/schemas.ts";
import type { Calendar } from "../plans/target.ts";

/** How often it is read again because a refresh began at the same time. */
const MAX_ATTEMPTS = 3;

/**
 * Reads what was written back from the server, so that the planner shows the server's version. If that fails, the next refresh
 * reads it.
 */
export async function bringBack(
  ctx: Ctx,
  file: PlanFile,
  { source }: Calendar,
  place: Place,
  signal: AbortSignal,
): Promise<void> {
  if (source === null) return;
  for (let attempt = 1;; attempt++) {
    try {
      return await bring(ctx, file, source, place, signal);
    } catch (cause) {
      if (cause instanceof SourceChangedError && attempt < MAX_ATTEMPTS) continue;
      return ctx.log.error(`What was written to the source ${source.id} could not be read back`, cause);
    }
  }
}

async function bring(
  ctx: Ctx,
  { uids, calendarId }: PlanFile,
  source: NonNullable<Calendar["source"]>,
  place: Place,
  signal: AbortSignal,
): Promise<void> {
  const refresh = newImport(ctx, source);
  const texts = [];
  for (const { target } of uids) {
    const held = await place.read(target);
    const collection = calendarId || target.slice(0, target.lastIndexOf("/") + 1);
    if (held) texts.push({ ref: target, calendarId: collection, etag: held.etag, text: held.text });
  }
  const parsed = await parseContent(source, texts, windowAt(ctx.now()), signal);
  const content = contentOf({ texts, gone: uids.map(({ target }) => target) });
  await importItems(ctx, refresh, content, parsed);
}
