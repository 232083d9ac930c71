import type { AudioSessionDocument } from "../../../store/audio/document.ts";
import { audioSessionStream } from "../../../store/audio/session_stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { showSession, transcriptionsOf } from "./read_model.ts";
import { termsOf } from "./search_terms.ts";
import type { AudioSession, AudioSessionListQuery } from "./session_schemas.ts";
import { transcriptOf } from "./transcript_of.ts";
import { keysOf } from "../../../store/shared/records.ts";

const PAGE = 200;
const EXCERPT = 200;

/** Returns the sessions that match all filters, newest first. */
export function listAudioSessions(
  ctx: Ctx,
  { query, limit, offset, ...filter }: AudioSessionListQuery,
): AudioSession[] {
  const terms = query === undefined ? [] : termsOf(query);
  if (query !== undefined && query.trim() !== "" && terms.length === 0) return [];
  const found = terms.length === 0 ? null : sessionsSaying(ctx, terms);
  const fits = (session: AudioSessionDocument) =>
    (found === null || found.has(session.id)) &&
    keysOf(filter).every((field) => filter[field] === undefined || session[field] === filter[field]);
  const sessions: AudioSessionDocument[] = [];
  let after: string | undefined;
  for (let page = PAGE; page === PAGE && sessions.length < offset + limit;) {
    const some = ctx.store.documents.find(audioSessionStream, indexed(filter), {
      limit: PAGE,
      newestFirst: true,
      ...(after !== undefined && { after }),
    });
    page = some.length;
    after = some.at(-1)?.id;
    sessions.push(...some.filter(fits));
  }
  return sessions.slice(offset, offset + limit).map((session) => {
    const all = transcriptionsOf(ctx, session.id);
    const { text } = transcriptOf(ctx, session.id, all);
    return { ...showSession(ctx, session, all), excerpt: text.slice(0, EXCERPT) };
  });
}

/** The part of a filter that an index finds. */
function indexed(
  { runId, conversationId, kind, status }: Omit<AudioSessionListQuery, "query" | "limit" | "offset">,
) {
  if (runId !== undefined) return { runId };
  if (conversationId !== undefined) return { conversationId };
  return { ...(kind && { kind }), ...(status && { status }) };
}

const sessionsSaying = (ctx: Ctx, terms: readonly string[]): ReadonlySet<string> =>
  new Set(
    ctx.store.projector.tables.all<{ id: string }>(
      "select distinct session_id as id from {audio_search} where {audio_search} match ?",
      `words : (${terms.join(" AND ")})`,
    ).map(({ id }) => id),
  );
