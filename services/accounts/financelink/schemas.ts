import { z } from "zod";
import {
  accountFactsSchema,
  accountSettingsSchema,
  environmentSchema,
  financelinkCheckSchema,
  itemErrorSchema,
  remoteRemovalSchema,
} from "../../../store/financelink/document.ts";
import { isLanguage, timeSchema } from "../../ground/kernel/schemas.ts";
import { secretReceiptsSchema, secretUsesSchema } from "../secrets/use_schemas.ts";
import { materialStatusSchema } from "../secrets/schemas.ts";

const productsSchema = z.array(z.string().max(64)).max(20);

/** Interface, section 4; fields from the page on connectors. */
export const financelinkInputSchema = z.object({
  clientId: z.string().min(1).max(200).meta({ example: "client-1" }),
  secret: z.string().min(8).max(1000).meta({ writeOnly: true }),
  environment: environmentSchema,
  products: productsSchema.optional().describe("transactions, investments and liabilities can be read"),
  countryCodes: z.array(z.string().regex(/^[A-Z]{2}$/)).min(1).max(20).optional(),
  language: z.string().regex(/^[a-z]{2}$/).refine(isLanguage, "a language, such as en").optional(),
  clientName: z.string().min(1).max(30).optional(),
  baseUrl: z.string().max(200).optional().describe("another address on this machine, for a test server"),
}).meta({ id: "financelinkAppConfigInputSchema" });
export type FinancelinkInput = z.output<typeof financelinkInputSchema>;

/** The app as the API shows it. */
export const financelinkAppConfigSchema = z.object({
  id: z.string(),
  status: z.enum(["not_configured", "incomplete", "configured", "verified", "failing"]),
  clientId: z.string().nullable(),
  secretStatus: materialStatusSchema,
  environment: environmentSchema.nullable(),
  host: z.string().nullable(),
  products: z.array(z.string()),
  countryCodes: z.array(z.string()),
  language: z.string().nullable(),
  clientName: z.string().nullable(),
  readOnly: z.object({ paths: z.array(z.string()), products: z.array(z.string()) }),
  lastCheck: financelinkCheckSchema.extend({ at: timeSchema }).nullable(),
  updatedAt: timeSchema.nullable(),
}).meta({ id: "financelinkAppConfigSchema" });
export type FinancelinkAppConfig = z.output<typeof financelinkAppConfigSchema>;

export const linkInputSchema = z.object({
  itemId: z.string().min(1).max(64).optional().describe("repairs that item (update mode)"),
  accountSelection: z.boolean().optional().describe(
    "lets the person choose accounts again; only in update mode",
  ),
  products: productsSchema.optional(),
});
export type LinkInput = z.output<typeof linkInputSchema>;

export const linkResultSchema = z.object({
  id: z.string(),
  linkToken: z.string(),
  hostedLinkUrl: z.string().nullable(),
  mode: z.enum(["link", "update"]),
  environment: environmentSchema,
  expiresAt: timeSchema,
}).meta({ id: "financelinkLinkTokenCreateResultSchema" });
export type LinkResult = z.output<typeof linkResultSchema>;

export const exchangeInputSchema = z.object({
  publicToken: z.string().min(8).max(500).optional().meta({ writeOnly: true }),
  linkTokenId: z.string().min(1).max(64).optional().describe("reads the result of the hosted page"),
  metadata: z.object({
    institutionId: z.string().min(1).max(100),
    accounts: z.array(
      z.object({ mask: z.string().max(10).nullable().optional(), name: z.string().max(200).optional() }),
    ).max(500),
  }).optional(),
  allowDuplicate: z.boolean().optional(),
});
export type ExchangeInput = z.output<typeof exchangeInputSchema>;

export const financelinkAccountSchema = accountFactsSchema.omit({ remoteId: true }).extend(
  accountSettingsSchema.shape,
)
  .extend({ id: z.string(), updatedAt: timeSchema }).meta({ id: "financelinkAccountSchema" });
export type FinancelinkAccount = z.output<typeof financelinkAccountSchema>;

const itemSchema = z.object({
  id: z.string(),
  institution: z.object({ id: z.string().nullable(), name: z.string() }),
  environment: environmentSchema,
  status: z.enum([
    "unchecked",
    "healthy",
    "login_required",
    "consent_expiring",
    "quarantined",
    "disconnecting",
    "disconnected",
    "error",
  ]),
  products: z.array(z.string()),
  consentExpiresAt: timeSchema.nullable(),
  lastCheckedAt: timeSchema.nullable(),
  error: itemErrorSchema.nullable(),
  /** The result of its disconnection; null if it was not requested. */
  removal: z.object({
    askedAt: timeSchema,
    remote: remoteRemovalSchema,
    materialRemovedAt: timeSchema.nullable(),
    retryAt: timeSchema.nullable(),
  }).nullable(),
  linkedAt: timeSchema,
  updatedAt: timeSchema,
});
export type Item = z.output<typeof itemSchema>;

export const exchangeResultSchema = z.object({
  item: itemSchema,
  accounts: z.array(financelinkAccountSchema),
})
  .meta({ id: "financelinkPublicTokenExchangeResultSchema" });

export const connectionsQuerySchema = z.object({ status: itemSchema.shape.status.optional() });

export const connectionsSchema = z.object({
  items: z.array(itemSchema.extend({
    accounts: z.array(financelinkAccountSchema),
    usedBy: secretUsesSchema,
    receipts: secretReceiptsSchema,
  })),
  counts: z.record(z.string(), z.number().int()),
}).meta({ id: "financelinkConnectionsListOutputSchema" });
export type Connections = z.output<typeof connectionsSchema>;

export const accountSettingsInputSchema = z.object({
  alias: z.string().min(1).max(100).nullable().optional(),
  enabled: z.boolean().optional(),
  hidden: z.boolean().optional(),
  includeInPlanner: z.boolean().optional(),
});

export const disconnectResultSchema = z.object({
  item: itemSchema,
  remote: remoteRemovalSchema,
  materialRemoved: z.boolean(),
  retryAt: timeSchema.nullable().describe(
    "when the provider is asked again; asking for the disconnection again asks it at once",
  ),
  at: timeSchema,
}).meta({ id: "financelinkItemDisconnectResultSchema" });
