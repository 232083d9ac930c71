import { z } from "zod";
import {
  flowOutcomeSchema,
  flowStartSchema,
  grantSchema,
  oauthAppSettingsSchema,
  thresholdSchema,
} from "./document.ts";

/** The events of a connector's app; shapes are frozen. */
export const oauthAppEvents = {
  "oauth_app.configured": oauthAppSettingsSchema,
  "oauth_app.lifetime_observed": z.object({ seconds: z.number().int() }),
} as const;

/** The events of one authorization; shapes are frozen. None contains a state, code, verifier or address. */
export const oauthFlowEvents = {
  "oauth_flow.started": flowStartSchema,
  /** Durable before its code is sent anywhere: the state cannot be used again. */
  "oauth_flow.used": z.object({}),
  "oauth_flow.completed": z.object({ accountId: z.string() }),
  "oauth_flow.failed": z.object({ outcome: flowOutcomeSchema, detail: z.string() }),
} as const;

/** The events of an account; shapes are frozen. None contains a token, or text that the server wrote. */
export const oauthAccountEvents = {
  "oauth_account.connected": grantSchema.extend({
    connectorId: z.string(),
    provider: z.string(),
    flowId: z.string(),
    subjectFingerprint: z.string().nullable(),
    label: z.string(),
    emailMasked: z.string().nullable(),
  }),
  /** Durable before the request. Without a result after it, the token may have been used up. */
  "oauth_account.refresh_started": z.object({ reason: z.string(), afterInterruption: z.boolean() }),
  "oauth_account.refreshed": grantSchema.extend({
    /** The recorded end of the account's access no longer applies. */
    endsWarnings: z.boolean(),
  }),
  "oauth_account.refresh_failed": z.object({
    definitive: z.boolean(),
    statusReason: z.string(),
    errorCode: z.string().nullable(),
    httpStatus: z.number().int().nullable(),
    inDoubt: z.boolean(),
    retryAt: z.string().nullable(),
  }),
  "oauth_account.quarantined": z.object({ extraScopes: z.array(z.string()) }),
  "oauth_account.human_needed": z.object({ threshold: thresholdSchema, by: z.string(), label: z.string() }),
  "oauth_account.revoked": z.object({ reason: z.string() }),
  "oauth_account.remote_revocation": z.object({
    outcome: z.enum(["confirmed", "unsupported", "failed"]),
    detail: z.string(),
    retryAt: z.string().nullable(),
  }),
  "oauth_account.material_removed": z.object({}),
} as const;
