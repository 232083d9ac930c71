import type { Segment, TranscriptionDocument } from "../../../store/audio/document.ts";
import { audioTextStream } from "../../../store/audio/text_stream.ts";
import type { AudioEventRow } from "../../../store/audio/text_view.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { spanEvidence } from "./evidence.ts";
import { shownSegments, wordsOf } from "./read_model.ts";
import type { AudioSessionDetails } from "./session_schemas.ts";
import { mergeEvents } from "./transcript/merge.ts";
import { readJson } from "../../../store/json_text.ts";

type Reader = Pick<Core, "store" | "now">;
type Shown = AudioSessionDetails["transcript"]["segments"][number];

/**
 * Returns what was said in a session: the merged live events, then the words of each recording and import in the order
 * of their requests. For a recording that was transcribed again, the newest words count.
 */
export function transcriptOf(
  ctx: Reader,
  sessionId: string,
  all: readonly TranscriptionDocument[],
): AudioSessionDetails["transcript"] {
  const retried = new Set(all.filter(({ phase }) => phase === "completed").map(({ retryOf }) => retryOf));
  const current = all.filter(({ id, phase }) => phase === "completed" && !retried.has(id));
  const parts = [
    liveSegments(ctx, sessionId),
    ...current.map((each) => shownSegments(each, wordsOf(ctx, each.id)?.segments ?? [])),
  ].filter((segments) => segments.length > 0);
  return {
    trust: "untrusted",
    text: parts.map((segments) => textOf(segments)).join("\n"),
    segments: parts.flat(),
    revision: ctx.store.documents.get(audioTextStream, sessionId)?.revision ?? 0,
  };
}

function liveSegments(ctx: Reader, sessionId: string): Shown[] {
  const rows = eventRows(ctx, sessionId, "asc", -1);
  return mergeEvents(rows.map(({ body }) => readJson(body))).map((segment) => ({
    ...segment,
    transcriptionId: null,
    evidence: spanEvidence(sessionId, null, segment),
  }));
}

/** Returns events of a session; a `limit` of -1 returns all. */
export const eventRows = (
  ctx: Reader,
  sessionId: string,
  order: "asc" | "desc",
  limit: number,
): AudioEventRow[] =>
  ctx.store.projector.tables.all<AudioEventRow>(
    `select sequence, body, at from {audio_events} where session_id = ? order by sequence ${order} limit ?`,
    sessionId,
    limit,
  );

/** Returns segments as one text: single words are joined in a line, sentences get one line each. */
export function textOf(segments: readonly Pick<Segment, "text">[]): string {
  const words = segments.every(({ text }) => !/\s/.test(text));
  return segments.map(({ text }) => text).join(words ? " " : "\n");
}
