import { z } from "zod";
import { defineStream } from "../stream.ts";

/** The events of effects that a person settled; shapes are frozen. The id of the stream is that of the effect. */
export const effectEvents = {
  /** What a person found: it happened, or it did not. */
  "effect.settled": z.object({ as: z.enum(["done", "not_done"]), note: z.string().nullable() }),
} as const;

/** What a person said of an effect. */
type SettledDocument = { as: "done" | "not_done"; note: string | null; at: string };

/** An effect that was uncertain until a person said what became of it. */
export const effectStream = defineStream<SettledDocument>()({
  kind: "effect",
  version: 1,
  events: effectEvents,
  indexes: [],
  evolve: (_, event) => ({ ...event.data, at: event.at }),
});
