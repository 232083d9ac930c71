import type { z } from "zod";
import type { Segment } from "../../../store/audio/document.ts";
import { sha256 } from "../../../store/chain.ts";
import type { spanEvidenceSchema } from "./result_schemas.ts";

const MAX_SUMMARY = 200;

/**
 * Returns what was heard in a span in a form that can be checked against the recording later: a media fragment and the
 * hashes of both.
 */
export function spanEvidence(
  sessionId: string,
  audioSha256: string | null,
  { startMs, endMs, text }: Pick<Segment, "startMs" | "endMs" | "text">,
): z.output<typeof spanEvidenceSchema> {
  const textSha256 = sha256(text);
  const span = [startMs, endMs].flatMap((ms) => ms === null ? [] : ms / 1000);
  return {
    kind: "trace",
    path: `audio/${sessionId}${startMs === null ? "" : `#t=${span.join(",")}`}`,
    sha256: sha256(JSON.stringify([audioSha256, textSha256, startMs, endMs])),
    audioSha256,
    textSha256,
    size: new TextEncoder().encode(text).length,
    summary: text.slice(0, MAX_SUMMARY),
  };
}
