import { erase } from "../../../store/erase.ts";
import { researchSourceStream } from "../../../store/research/source_stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { inParts } from "../../ground/kernel/in_parts.ts";
import { part } from "../../ground/kernel/part.ts";
import { DAY } from "../../../store/shared/durations.ts";

/** How long a page is kept after it was last read. */
const KEPT_DAYS = 90;

/** Erases pages that have not been read for a long time, with their texts. */
export const research = part({
  name: "research",
  tidy: async (ctx) => ({ expiredSources: (await inParts(ctx, (most) => expireSources(ctx, most))).done }),
});

function expireSources(ctx: Ctx, most: number): number {
  const until = new Date(ctx.now().getTime() - KEPT_DAYS * DAY).toISOString();
  const rows = ctx.store.projector.tables.all<{ id: string }>(
    "select id from {research_sources} where read_at < ? order by read_at limit ?",
    until,
    most,
  );
  for (const { id } of rows) {
    const [tombstone] = record(ctx, researchSourceStream, id, [{
      type: "research_source.deleted",
      data: {},
    }]);
    erase(ctx.store, { stream: `${researchSourceStream.kind}/${id}` }, tombstone!.seq);
  }
  return rows.length;
}
