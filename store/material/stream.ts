import { z } from "zod";
import { idOf } from "../event.ts";
import { defineStream } from "../stream.ts";
import { type MaterialDocument, materialDocumentSchema } from "./document.ts";

/**
 * The events of material; shapes are frozen. A deletion erases all that came before it, so that no hash is left by which a
 * guess at the content could be confirmed.
 */
export const materialEvents = {
  "material.kept": materialDocumentSchema.pick({ sha256: true, size: true, owner: true, until: true }),
  "material.deleted": z.object({ reason: z.enum(["erased", "expired"]) }),
} as const;

/** Content that is kept outside of the log, each piece under an id of its own. */
export const materialStream = defineStream<MaterialDocument>()({
  kind: "material",
  version: 1,
  events: materialEvents,
  indexes: [],
  evolve: (_, event) =>
    event.type === "material.deleted" ? null : { id: idOf(event), ...event.data, keptAt: event.at },
});
