import { z } from "zod";
import { idOf } from "../event.ts";
import { defineStream } from "../stream.ts";
import { type MaterialDocument, materialDocumentSchema } from "./document.ts";

/**
 * The events of material; shapes are frozen. A deletion erases all that precede it, so that no hash remains that could
 * confirm a guess at the content.
 */
export const materialEvents = {
  "material.kept": materialDocumentSchema.pick({ sha256: true, size: true, owner: true, until: true }),
  "material.deleted": z.object({ reason: z.enum(["erased", "expired"]) }),
} as const;

/** Content that is stored outside of the log, each piece under its own id. */
export const materialStream = defineStream<MaterialDocument>()({
  kind: "material",
  version: 1,
  events: materialEvents,
  indexes: [],
  evolve: (_, event) =>
    event.type === "material.deleted" ? null : { id: idOf(event), ...event.data, keptAt: event.at },
});
