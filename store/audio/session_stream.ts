import { idOf } from "../event.ts";
import { defineStream } from "../stream.ts";
import type { AudioSessionDocument } from "./document.ts";
import { audioSessionEvents } from "./events.ts";

/** A session: who is heard, why, and how long it is kept. */
export const audioSessionStream = defineStream<AudioSessionDocument>()({
  kind: "audio_session",
  version: 1,
  events: audioSessionEvents,
  indexes: [["status"], ["kind"], ["kind", "status"], ["conversationId"], ["runId"], ["erased"]],
  countBy: "status",
  evolve: (session, event) => {
    if (event.type === "audio.session_created") {
      return {
        id: idOf(event),
        ...event.data,
        status: "created",
        endReason: null,
        erased: null,
        erasedAt: null,
        createdAt: event.at,
        endedAt: null,
      };
    }
    if (!session) return null;
    if (event.type === "audio.session_ended") {
      return { ...session, status: "ended", endReason: event.data.reason, endedAt: event.at };
    }
    const erased = session.erased === "all" ? "all" : event.data.scope;
    return { ...session, erased, erasedAt: event.at };
  },
});
