import { z } from "zod";
import { fireResultSchema } from "../firing/schemas.ts";
import { PROOF_HEADERS } from "./verify.ts";
import { fromKeys } from "../../../../store/shared/records.ts";

export const webhookHeadersSchema = z.object(
  fromKeys(PROOF_HEADERS, () => z.string().max(4000).optional()),
);

export const webhookResultSchema = z.object({
  accepted: z.literal(true),
  deliveryId: z.string(),
  fires: z.array(fireResultSchema),
}).meta({ id: "automationWebhookResultSchema" });
export type WebhookResult = z.output<typeof webhookResultSchema>;
