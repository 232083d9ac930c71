import { exercise, type MakeExercises } from "../kit/exercise.ts";
import { speech } from "./audio_world.ts";

const make: MakeExercises = async ({ h }) => {
  const consent = { obtained: true, by: "the operator" };
  const body = { kind: "transcription" as const, title: "A note", consent };
  const { id } = await h.operator("POST /audio-sessions", { body });
  const ids = { id };
  const audio = { name: "note.wav", mediaType: "audio/wav", contentBase64: speech(1).toBase64() };
  return {
    reads: [exercise("GET /audio-sessions"), exercise("GET /audio-sessions/:id", { ids })],
    writes: [
      exercise("POST /audio-sessions", { body }),
      exercise("POST /audio-sessions/:id/events", {
        ids,
        body: { kind: "transcript", type: "note", text: "hello", itemId: "item_1" },
      }),
      exercise("POST /audio-sessions/:id/transcriptions", { ids, body: { mode: "local", audio } }),
    ],
    ends: [exercise("POST /audio-sessions/:id/end", { ids, body: { reason: "done" } })],
  };
};
export default make;
