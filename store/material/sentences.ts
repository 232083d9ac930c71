import type { SentencesFor } from "../domain.ts";
import type { materialEvents } from "./stream.ts";

/** What happens to material. */
export const materialSentences: SentencesFor<typeof materialEvents> = {
  "material.kept": ({ data }) => `Material of ${data.size} bytes was stored outside of the log.`,
  "material.deleted": ({ data }) =>
    data.reason === "expired" ? "Material was deleted at the end of its retention." : "Material was erased.",
};
