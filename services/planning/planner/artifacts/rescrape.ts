import type { Ctx } from "../../../ground/kernel/context.ts";
import { InvalidError, UnavailableError } from "../../../ground/kernel/errors.ts";
import { requireItem } from "../items/rows.ts";
import { showArtifact } from "./artifacts.ts";
import type { PlannerArtifactRecord } from "./schemas.ts";
import { sourceOf } from "../../planner_settings/settings.ts";
import { AuthRequiredError } from "../../calendars/content.ts";
import { importItems, newImport } from "../items/import.ts";
import { parseContent, readCalendarSource } from "../../calendars/read_source.ts";
import type { SourceLive } from "../../calendars/live.ts";
import { windowAt } from "../../dates/window.ts";

/**
 * Reads one artifact again from its source, and nothing else. It is `gone` if the source no longer has it. Throws
 * `InvalidError` for what no source has, `UnavailableError` if the source fails; nothing changes then.
 */
export async function rescrapeArtifact(ctx: Ctx<SourceLive>, id: string): Promise<PlannerArtifactRecord> {
  const { row } = requireItem(ctx, id);
  const source = sourceOf(ctx, row.source_id);
  if (!source) {
    throw new InvalidError("This artifact is in the local calendar, which has no source to read again.");
  }
  if (!source.config.enabled) {
    throw new InvalidError(`The source "${source.id}" is disabled. Enable it in the settings first.`);
  }
  const signal = new AbortController().signal;
  try {
    const refresh = newImport(ctx, source);
    const content = (await readCalendarSource(ctx, source, { sync: null, signal }))!;
    const parsed = await parseContent(source, content.texts, windowAt(ctx.now()), signal);
    if (parsed.broken.length > 0 && content.texts.length === 1) {
      throw new UnavailableError("The calendar is incomplete. Nothing was imported.");
    }
    if (parsed.unreadUids.includes(row.uid)) {
      throw new UnavailableError(`The item is in the source but cannot be read: ${parsed.errors[0]?.reason}`);
    }
    await importItems(ctx, { ...refresh, onlyUid: row.uid }, { ...content, full: true }, parsed);
  } catch (cause) {
    if (cause instanceof AuthRequiredError) throw new UnavailableError(cause.message, { cause });
    throw cause;
  }
  return showArtifact(ctx, requireItem(ctx, row.id).row);
}
