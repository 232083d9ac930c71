import { type ReadonlySignal, signal } from "@preact/signals";
import type { Frame } from "../shell/mod.ts";
import type { Segment } from "./types.ts";
import { messageOf } from "../../store/shared/message_of.ts";

/** The margin around a span, so that words are not cut. */
const MARGIN_MILLISECONDS = 150;

/** Plays spans of recordings. */
export type Player = {
  /** The id of the segment that is playing. */
  readonly playing: ReadonlySignal<string | null>;
  readonly problem: ReadonlySignal<string | null>;
  play: (sessionId: string, segment: Segment) => Promise<void>;
};

/** Returns an id of a segment that is unique in its session. */
export const keyOf = ({ transcriptionId, id }: Segment): string => `${transcriptionId}/${id}`;

/** Plays WAV from the service through Web Audio, because the page may not load media. */
export function createPlayer({ call }: Pick<Frame, "call">): Player {
  const playing = signal<string | null>(null);
  const problem = signal<string | null>(null);
  let context: AudioContext | null = null;
  let source: AudioBufferSourceNode | null = null;
  return {
    playing,
    problem,
    play: async (sessionId, segment) => {
      const key = keyOf(segment);
      source?.stop();
      problem.value = null;
      playing.value = key;
      try {
        const { clip } = await call("GET /audio-sessions/:id", {
          params: { id: sessionId },
          query: {
            clip: segment.transcriptionId!,
            clipFromMs: Math.max(0, segment.startMs! - MARGIN_MILLISECONDS),
            clipToMs: segment.endMs! + MARGIN_MILLISECONDS,
          },
        });
        context ??= new AudioContext();
        const bytes = Uint8Array.from(atob(clip!.contentBase64), (character) => character.charCodeAt(0));
        const node = context.createBufferSource();
        node.buffer = await context.decodeAudioData(bytes.buffer);
        node.connect(context.destination);
        node.onended = () => playing.value === key && (playing.value = null);
        source = node;
        node.start();
      } catch (error) {
        playing.value = null;
        problem.value = messageOf(error);
      }
    },
  };
}
