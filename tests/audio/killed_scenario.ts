import type { Harness } from "../harness.ts";
import { speech } from "./audio_world.ts";

/** The recording that the killed process sends. */
export const WHOLE: Uint8Array = speech(1, 0);

/** Its parts. */
export const PARTS: readonly Uint8Array[] = [
  WHOLE.subarray(0, 20_000),
  WHOLE.subarray(20_000, 50_000),
  WHOLE.subarray(50_000),
];

/** Sends one of them; the last one completes the upload. */
export const sendPart = (h: Harness, session: string, index: number) =>
  h.json("POST", `/audio-sessions/${session}/transcriptions`, {
    mode: "local",
    audio: {
      name: "note.wav",
      mediaType: "audio/wav",
      contentBase64: PARTS[index]!.toBase64(),
      uploadId: "u1",
      index,
      last: index === PARTS.length - 1,
    },
  });
