import { z } from "zod";
import { timeSchema } from "../../ground/kernel/schemas.ts";

/** Who uses a secret: one line for each call to each host. */
export const secretUsesSchema = z.array(z.object({
  id: z.string(),
  call: z.string(),
  host: z.string(),
  uses: z.number().int(),
  lastUsedAt: timeSchema,
}));

/** How often some secrets were used, and the newest receipts. */
export const secretReceiptsSchema = z.object({
  total: z.number().int(),
  items: z.array(z.object({
    id: z.string(),
    call: z.string(),
    host: z.string(),
    actor: z.string(),
    at: timeSchema,
  })),
});
