import { z } from "zod";

const textSchema = z.string().catch("");
const listSchema = z.array(z.unknown()).catch([]);

/** The provider's description of an item; a field of another type counts as absent. */
const itemSchema = z.object({
  products: listSchema,
  billed_products: listSchema,
  consented_products: listSchema,
  consent_expiration_time: textSchema,
  error: z.object({ error_code: textSchema }).nullable().catch(null),
});
export type ProviderItem = z.infer<typeof itemSchema>;

/** Returns the item of a response; an empty one if there is none. */
export const itemOf = ({ item }: Record<string, unknown>): ProviderItem =>
  itemSchema.parse(typeof item === "object" && item !== null ? item : {});

const addedSchema = z.object({
  public_token: z.string(),
  institution: z.object({ institution_id: z.unknown(), name: z.unknown() }).catch({
    institution_id: null,
    name: null,
  }),
  accounts: z.array(z.object({ mask: z.string().nullable().catch(null) }).catch({ mask: null })).catch([]),
});
const sessionSchema = z.object({
  results: z.object({ item_add_results: z.array(z.unknown()) }),
});

/** Returns the first item that a session on the hosted page added, or null. */
export function addedBy({ link_sessions: sessions }: Record<string, unknown>) {
  for (const session of Array.isArray(sessions) ? sessions : []) {
    const [added] = sessionSchema.safeParse(session).data?.results.item_add_results ?? [];
    if (added !== undefined) return addedSchema.safeParse(added).data ?? null;
  }
  return null;
}
