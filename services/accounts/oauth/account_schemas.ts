import { z } from "zod";
import { accountStatusSchema, remoteRevocationSchema } from "../../../store/oauth/document.ts";
import { pageQuery, timeSchema } from "../../ground/kernel/schemas.ts";
import { secretReceiptsSchema, secretUsesSchema } from "../secrets/use_schemas.ts";
import { connectorIdSchema } from "./schemas.ts";

/** The displayed status: `expiring` is a connected account whose refresh is due. */
const shownStatusSchema = z.enum([...accountStatusSchema.options, "expiring"]);

export const oauthAccountsQuerySchema = z.object({
  provider: z.string().min(1).max(64).optional(),
  connectorId: connectorIdSchema.optional(),
  status: shownStatusSchema.optional(),
  ...pageQuery,
});
export type OauthAccountsQuery = z.output<typeof oauthAccountsQuerySchema>;

const forecastSchema = z.object({
  needsHumanBy: timeSchema.nullable(),
  reason: z.string(),
  confidence: z.enum(["known", "estimated", "unknown"]),
});
export type Forecast = z.output<typeof forecastSchema>;

/** An account as the API shows it: everything except its tokens. */
export const oauthAccountSchema = z.object({
  id: z.string(),
  connectorId: z.string(),
  provider: z.string(),
  status: shownStatusSchema,
  statusReason: z.string().nullable(),
  subject: z.object({ label: z.string(), emailMasked: z.string().nullable() }),
  requestedScopes: z.array(z.string()),
  grantedScopes: z.array(z.string()),
  missingScopes: z.array(z.string()),
  extraScopes: z.array(z.string()),
  capabilityClass: z.string(),
  accessToken: z.object({
    secretId: z.string(),
    version: z.number().int(),
    expiresAt: timeSchema.nullable(),
  }),
  refreshToken: z.object({
    present: z.boolean(),
    rotates: z.boolean(),
    expiresAt: timeSchema.nullable(),
    expirySource: z.enum(["server", "configured", "observed", "unknown"]),
  }),
  nextRefreshAt: timeSchema.nullable(),
  lastRefreshedAt: timeSchema.nullable(),
  lastRefresh: z.object({
    outcome: z.enum(["refreshed", "transient", "definitive"]),
    at: timeSchema,
    httpStatus: z.number().int().nullable(),
    errorCode: z.string().nullable(),
  }).nullable(),
  consecutiveFailures: z.number().int(),
  forecast: forecastSchema,
  usedBy: secretUsesSchema,
  receipts: secretReceiptsSchema,
  remoteRevocation: z.object({ outcome: remoteRevocationSchema, detail: z.string().nullable() }).nullable(),
  connectedAt: timeSchema,
  revokedAt: timeSchema.nullable(),
  updatedAt: timeSchema,
}).meta({ id: "oauthConnectorAccountSchema" });
export type OauthAccount = z.output<typeof oauthAccountSchema>;
