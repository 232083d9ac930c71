import { z } from "zod";
import {
  accountFactsSchema,
  accountSettingsSchema,
  environmentSchema,
  financelinkCheckSchema,
  financelinkSettingsSchema,
  itemErrorSchema,
  linkStartSchema,
} from "./document.ts";

/** The events of the provider's app; shapes are frozen. */
export const financelinkAppEvents = {
  "financelink_app.configured": financelinkSettingsSchema,
  "financelink_app.checked": financelinkCheckSchema,
} as const;

/** The events of one visit to the provider's hosted pages; shapes are frozen. */
export const linkEvents = {
  "financelink_link.created": linkStartSchema,
  "financelink_link.used": z.object({}),
} as const;

/** The events of an item, which is one login at one institution; shapes are frozen. None contains a token. */
export const itemEvents = {
  "financelink_item.linked": z.object({
    environment: environmentSchema,
    secretId: z.string(),
    institution: z.object({ id: z.string().nullable(), name: z.string() }),
  }),
  "financelink_item.checked": z.object({
    products: z.array(z.string()),
    consentExpiresAt: z.string().nullable(),
    error: itemErrorSchema.nullable(),
    /** The institution wants its customer to sign in again. */
    loginRequired: z.boolean(),
    nextCheckAt: z.string(),
  }),
  "financelink_item.consent_expiring": z.object({ at: z.string(), institution: z.string() }),
  "financelink_item.quarantined": z.object({ extraProducts: z.array(z.string()) }),
  "financelink_item.disconnecting": z.object({ reason: z.string() }),
  "financelink_item.removal_answered": z.object({
    remote: z.enum(["removed", "already_gone", "failed"]),
    retryAt: z.string().nullable(),
  }),
  "financelink_item.material_removed": z.object({}),
} as const;

/** The events of an account of an item; shapes are frozen. */
export const financelinkAccountEvents = {
  "financelink_account.found": accountFactsSchema,
  "financelink_account.settings_changed": accountSettingsSchema,
} as const;
