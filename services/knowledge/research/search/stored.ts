import { ArtifactDamagedError } from "../../../../store/artifacts.ts";
import { researchSourceStream } from "../../../../store/research/source_stream.ts";
import type { ResearchRow } from "../../../../store/research/view.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { Pace } from "../../../ground/kernel/pace.ts";
import { matchOf } from "../../../ground/kernel/search_terms.ts";
import { sourceId } from "../preview.ts";
import type { SourceSearchResult } from "../source_schemas.ts";
import { snippetOf } from "../../../ground/kernel/snippet.ts";

type Found = Omit<SourceSearchResult, "rank" | "warnings">;

/** Returns pages that were read, notes and assets that contain all words, best first: a word in the title counts most. */
export async function findStored(ctx: Ctx, query: string, limit: number): Promise<Found[]> {
  const match = matchOf(query);
  if (match === null) return [];
  const rows = ctx.store.projector.tables.all<ResearchRow>(
    `select id, kind, title, url, summary from {research_search} where {research_search} match ?
     order by bm25({research_search}, 8.0, 4.0, 1.0), rowid desc limit ?`,
    match,
    limit,
  );
  const pace = new Pace();
  const found: Found[] = [];
  // One after the other: the texts of a thousand pages do not fit in the memory together.
  for (const { id, kind, title, url, summary } of rows) {
    await pace.breathe();
    found.push({
      id,
      title: title || summary.split("\n", 1)[0]!,
      url,
      snippet: snippetOf(await textOf(ctx, { id, kind, summary }), query),
      origin: "stored",
      engine: null,
      stored: { kind, id },
    });
  }
  return found;
}

/** Returns what is stored for an address, or null. */
export function storedAt(ctx: Ctx, url: string): SourceSearchResult["stored"] {
  const id = sourceId(url);
  return ctx.store.documents.get(researchSourceStream, id) ? { kind: "source", id } : null;
}

/** Returns the text of a page that was read; of a note and an asset, and if the text is lost, what the list has of it. */
async function textOf(
  ctx: Ctx,
  { id, kind, summary }: Pick<ResearchRow, "id" | "kind" | "summary">,
): Promise<string> {
  const source = kind === "source" ? ctx.store.documents.get(researchSourceStream, id) : undefined;
  if (!source) return summary;
  return await ctx.artifacts.readText(source.sha256).catch((cause) => {
    if (cause instanceof ArtifactDamagedError) return summary;
    throw cause;
  });
}
