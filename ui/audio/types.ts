import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";

/** A session in the list. */
export type AudioSession = Result<Api["GET /audio-sessions"]>[number];
/** A session with its transcript. */
export type AudioDetails = Result<Api["GET /audio-sessions/:id"]>;
/** A transcription, with its recording and its words. */
export type Transcription = AudioDetails["transcriptions"][number];
/** A span of a transcript. */
export type Segment = AudioDetails["transcript"]["segments"][number];

/** The path of the audio page. */
export const AUDIO_PATH = "/dashboard/audio";
