import { sha256 } from "../../../../store/chain.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { ServiceError } from "../../../ground/kernel/errors.ts";
import type { OutboundLive } from "../../../accounts/outbound/part.ts";
import { settingsOf } from "../../../planning/planner_settings/settings.ts";
import type { SourceSearchInput, SourceSearchResult } from "../source_schemas.ts";
import { sourceId } from "../preview.ts";
import { askEngine } from "./engine.ts";
import { findStored, storedAt } from "./stored.ts";

/**
 * Searches what is stored, then the configured engine. Duplicates appear once, as stored: only what was read can be
 * cited. Without a configured engine, or if it fails, only what is stored. Throws `OutboundError` and `UnavailableError` if
 * the engine fails and nothing stored matches.
 */
export async function searchSources(
  ctx: Ctx<OutboundLive>,
  { query, limit, origins = ["stored", "engine"] }: SourceSearchInput,
): Promise<SourceSearchResult[]> {
  const stored = origins.includes("stored") ? await findStored(ctx, query, limit) : [];
  const { searchEngine } = settingsOf(ctx);
  const known = new Set(stored.flatMap(({ id, url }) => [id, url]));
  const warnings: string[] = [];
  const failed = (cause: unknown) => {
    if (stored.length === 0 || !(cause instanceof ServiceError)) throw cause;
    warnings.push(`${cause.message} Only what is stored was searched.`);
    return [];
  };
  const asked = searchEngine && origins.includes("engine")
    ? await askEngine(ctx, searchEngine, query).catch(failed)
    : [];
  // An engine spells the address of a page in its own way, and sometimes one page in several.
  const isNew = ({ url }: { url: string }): boolean => {
    const page = sourceId(url);
    return !known.has(url) && !known.has(page) && known.add(page).size > 0;
  };
  const others = asked.filter(isNew).map(({ url, title, snippet, engine }) => ({
    id: `web_${sha256(url).slice(0, 24)}`,
    title,
    url,
    snippet,
    origin: "engine" as const,
    engine,
    stored: storedAt(ctx, url),
  }));
  return [...stored, ...others].slice(0, limit).map((each, i) => ({ ...each, rank: i + 1, warnings }));
}
