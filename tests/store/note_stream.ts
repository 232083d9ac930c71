import { z } from "zod";
import type { Registry } from "../../store/projector.ts";
import { defineStream } from "../../store/stream.ts";

/** A resource as small as can be, for tests of the store itself. */
export type Note = { id: string; text: string; edits: number };

/** Notes: written once, edited often, at last removed. */
export const noteStream = defineStream<Note>()({
  kind: "note",
  version: 1,
  events: {
    "note.written": z.object({ text: z.string() }),
    "note.edited": z.object({ text: z.string() }),
    "note.deleted": z.object({}),
  },
  indexes: [["text"]],
  countBy: "edits",
  evolve: (note, event) => {
    if (event.type === "note.deleted") return null;
    if (event.type === "note.written") return { id: event.stream.slice(5), text: event.data.text, edits: 0 };
    return note && { ...note, text: event.data.text, edits: note.edits + 1 };
  },
});

/** A registry of notes alone. */
export const noteRegistry: Registry = { streams: { note: noteStream }, views: [] };

/** What appends of tests carry. */
export const META = { actor: "operator", at: "2026-01-02T03:04:05.678Z" } as const;
