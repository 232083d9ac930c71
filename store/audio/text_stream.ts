import { idOf } from "../event.ts";
import { defineStream } from "../stream.ts";
import { audioTextEvents } from "./events.ts";

/** How much was said in a session. The words are in the view. */
type AudioTextDocument = { id: string; events: number; eventBytes: number; revision: number };

/**
 * What was said in a session, under the session's id. It has its own stream so that it can be erased while the session
 * and a valid chain remain.
 */
export const audioTextStream = defineStream<AudioTextDocument>()({
  kind: "audio_text",
  version: 1,
  events: audioTextEvents,
  indexes: [],
  evolve: (text, event) => {
    if (event.type === "audio_text.deleted") return null;
    const { id, events, eventBytes, revision } = text ??
      { id: idOf(event), events: 0, eventBytes: 0, revision: 0 };
    if (event.type === "audio_text.engine_said") return { id, events, eventBytes, revision };
    if (event.type === "audio_text.transcript_stored") {
      return { id, events, eventBytes, revision: revision + 1 };
    }
    return {
      id,
      events: events + event.data.events.length,
      eventBytes: eventBytes + JSON.stringify(event.data.events).length,
      revision: revision + 1,
    };
  },
});
