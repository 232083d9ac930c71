import { z } from "zod";
import { fireResultSchema } from "../firing/schemas.ts";
import { PROOF_HEADERS } from "./verify.ts";

export const webhookHeadersSchema = z.object(
  Object.fromEntries(PROOF_HEADERS.map((name) => [name, z.string().max(4000).optional()])) as Record<
    (typeof PROOF_HEADERS)[number],
    z.ZodOptional<z.ZodString>
  >,
);

export const webhookResultSchema = z.object({
  accepted: z.literal(true),
  deliveryId: z.string(),
  fires: z.array(fireResultSchema),
}).meta({ id: "automationWebhookResultSchema" });
export type WebhookResult = z.output<typeof webhookResultSchema>;
