import { z } from "zod";

/** The owner of material: a run, a stream (`<kind>/<id>`), or an account that a domain names. */
const materialOwnerSchema = z.object({ kind: z.enum(["run", "stream", "account"]), id: z.string() });
export type MaterialOwner = z.infer<typeof materialOwnerSchema>;

/** What is known of material. Its content is stored outside of the log. */
export const materialDocumentSchema = z.object({
  id: z.string(),
  sha256: z.string(),
  size: z.number().int(),
  owner: materialOwnerSchema,
  /** When it is deleted automatically (RFC 3339, UTC); null if it stays until its owner is erased. */
  until: z.string().nullable(),
  keptAt: z.string(),
});
export type MaterialDocument = z.infer<typeof materialDocumentSchema>;
