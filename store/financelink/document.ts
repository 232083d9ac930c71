import { z } from "zod";

export const environmentSchema = z.enum(["sandbox", "production"]);

/** How this service is registered at the account linking provider. */
export const financelinkSettingsSchema = z.object({
  clientId: z.string(),
  secretId: z.string(),
  environment: environmentSchema,
  /** The only address that is called. */
  baseUrl: z.string(),
  products: z.array(z.string()),
  countryCodes: z.array(z.string()),
  language: z.string(),
  clientName: z.string(),
});

export const financelinkCheckSchema = z.object({
  ok: z.boolean(),
  httpStatus: z.number().int().nullable(),
  code: z.string().nullable(),
  detail: z.string(),
  fix: z.string().nullable(),
});

const financelinkAppDocumentSchema = financelinkSettingsSchema.extend({
  id: z.string(),
  checked: z.enum(["no", "verified", "failing"]),
  lastCheck: financelinkCheckSchema.extend({ at: z.string() }).nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type FinancelinkAppDocument = z.infer<typeof financelinkAppDocumentSchema>;

export const linkStartSchema = z.object({
  mode: z.enum(["link", "update"]),
  environment: environmentSchema,
  /** The secret that holds the link token. */
  secretId: z.string(),
  /** The item that is being repaired. */
  itemId: z.string().nullable(),
  expiresAt: z.string(),
});

const linkDocumentSchema = linkStartSchema.extend({
  id: z.string(),
  status: z.enum(["open", "used"]),
  createdAt: z.string(),
});
export type LinkDocument = z.infer<typeof linkDocumentSchema>;

/** What went wrong with an item: the provider's codes, our words. */
export const itemErrorSchema = z.object({
  type: z.string(),
  code: z.string(),
  detail: z.string(),
  fix: z.string(),
});

const itemStatusSchema = z.enum([
  "unchecked",
  "healthy",
  "login_required",
  "quarantined",
  "disconnecting",
  "disconnected",
  "error",
]);

export const remoteRemovalSchema = z.enum(["pending", "removed", "already_gone", "failed"]);

const itemDocumentSchema = z.object({
  id: z.string(),
  environment: environmentSchema,
  secretId: z.string(),
  institution: z.object({ id: z.string().nullable(), name: z.string() }),
  status: itemStatusSchema,
  products: z.array(z.string()),
  consentExpiresAt: z.string().nullable(),
  lastCheckedAt: z.string().nullable(),
  nextCheckAt: z.string().nullable(),
  error: itemErrorSchema.nullable(),
  /** The provider's answer to the removal; null if it was not requested. */
  remote: remoteRemovalSchema.nullable(),
  removalAskedAt: z.string().nullable(),
  removalRetryAt: z.string().nullable(),
  materialRemovedAt: z.string().nullable(),
  consentWarned: z.boolean(),
  linkedAt: z.string(),
  updatedAt: z.string(),
});
export type ItemDocument = z.infer<typeof itemDocumentSchema>;

export const accountFactsSchema = z.object({
  itemId: z.string(),
  /** The provider's own name for it. Without the item's token it gives no access. */
  remoteId: z.string(),
  name: z.string(),
  mask: z.string().nullable(),
  type: z.string(),
  subtype: z.string().nullable(),
  currency: z.string().nullable(),
});

export const accountSettingsSchema = z.object({
  alias: z.string().nullable(),
  enabled: z.boolean(),
  hidden: z.boolean(),
  includeInPlanner: z.boolean(),
});

const financelinkAccountDocumentSchema = accountFactsSchema.extend(accountSettingsSchema.shape).extend(
  {
    id: z.string(),
    updatedAt: z.string(),
  },
);
export type FinancelinkAccountDocument = z.infer<typeof financelinkAccountDocumentSchema>;
