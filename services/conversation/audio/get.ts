import type { AudioSessionDocument } from "../../../store/audio/document.ts";
import { backupStream } from "../../../store/backups/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { readClip } from "./clip.ts";
import { requireAudioSession, showSession, showTranscription, transcriptionsOf } from "./read_model.ts";
import type { AudioSessionDetails, AudioSessionQuery } from "./session_schemas.ts";
import { eventRows, transcriptOf } from "./transcript_of.ts";
import { readJson } from "../../../store/json_text.ts";

/** How many of the newest events details show. */
const EVENTS = 500;
const EXCERPT = 200;

/** Returns a session with everything that was said and, on request, a part of a recording. */
export async function getAudioSession(
  ctx: Ctx,
  id: string,
  query: AudioSessionQuery,
): Promise<AudioSessionDetails> {
  const details = showDetails(ctx, requireAudioSession(ctx, id));
  return query.clip === undefined
    ? details
    : { ...details, clip: await readClip(ctx, id, query.clip, query) };
}

/** A session as its own page shows it. */
export function showDetails(ctx: Ctx, session: AudioSessionDocument): AudioSessionDetails {
  const all = transcriptionsOf(ctx, session.id);
  const transcript = transcriptOf(ctx, session.id, all);
  const shown = showSession(ctx, session, all);
  return {
    ...shown,
    excerpt: transcript.text.slice(0, EXCERPT),
    transcript,
    events: {
      total: shown.counts.events,
      items: eventRows(ctx, session.id, "desc", EVENTS).toReversed().map(({ body, at }) => ({
        ...readJson(body),
        at,
      })),
    },
    transcriptions: all.map((each) => showTranscription(ctx, each)),
    erasure: session.erased && {
      scope: session.erased,
      at: session.erasedAt!,
      earlierBackups: backupsBefore(ctx, session.erasedAt!),
    },
    clip: null,
  };
}

/** Backups are separate files: those made before still contain what was erased here. */
const backupsBefore = (ctx: Ctx, at: string): string[] =>
  (["running", "completed"] as const)
    .flatMap((status) => ctx.store.documents.all(backupStream, { status }, { newestFirst: true }))
    .filter(({ createdAt }) => createdAt < at)
    .map(({ id }) => id);
