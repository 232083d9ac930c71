import { z } from "zod";
import { authMethodSchema, endpointsSchema, oauthAppSettingsSchema } from "../../../store/oauth/document.ts";
import { orNull, timeSchema } from "../../ground/kernel/schemas.ts";

/** The name of a connector in addresses. */
export const connectorIdSchema = z.string().regex(
  /^[a-z0-9][a-z0-9-]{0,39}$/,
  "1 to 40 lower-case letters, digits and hyphens, beginning with a letter or digit",
);
const urlSchema = z.string().max(2000).refine(
  (text) => URL.canParse(text),
  "an address such as https://example.org/",
);
const scopesSchema = z.array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/, "no spaces or quotes"))
  .max(50);

/** Interface, section 4; fields from the page on connectors. */
export const oauthAppInputSchema = z.object({
  provider: z.string().min(1).max(64).nullable().optional().meta({ example: "example" }),
  displayName: z.string().min(1).max(100).nullable().optional(),
  clientId: z.string().min(1).max(500).meta({ example: "client-1" }),
  clientSecret: z.string().min(1).max(10_000).nullable().optional().meta({ writeOnly: true }),
  clientSecretId: z.string().min(1).max(64).nullable().optional().describe("a stored secret, of any class"),
  issuer: orNull(urlSchema).describe("its addresses are discovered").meta({
    example: "https://id.example.org",
  }),
  authorizationEndpoint: urlSchema.optional(),
  tokenEndpoint: urlSchema.optional(),
  revocationEndpoint: urlSchema.optional(),
  introspectionEndpoint: urlSchema.optional(),
  deviceAuthorizationEndpoint: urlSchema.optional(),
  userinfoEndpoint: urlSchema.optional(),
  tokenEndpointAuthMethod: authMethodSchema.optional(),
  scopes: scopesSchema.nullable().optional(),
  redirectUri: urlSchema.optional(),
  capabilityClass: z.string().max(64).optional().describe("read, the default, or external-write"),
  allowedHosts: z.array(z.string().min(1).max(253)).max(20).optional(),
  extraAuthorizationParameters: z.record(z.string().regex(/^[\w.-]{1,64}$/), z.string().max(500))
    .refine((all) => Object.keys(all).length <= 10, "at most 10").optional(),
  refreshTokenLifetimeSeconds: orNull(z.number().int().min(60).max(10 * 366 * 86_400)),
  status: z.enum(["enabled", "disabled", "ready", "incomplete"])
    .transform((status) => status === "disabled" ? status : "enabled").nullable().optional()
    .describe("ready and incomplete, as an enabled app is shown, are the same as enabled"),
}).meta({ id: "oauthAppConfigInputSchema" });
export type OauthAppInput = z.output<typeof oauthAppInputSchema>;

const problemSchema = z.object({ code: z.string(), detail: z.string(), fix: z.string() });

const flowSummarySchema = z.object({
  id: z.string(),
  flow: z.enum(["code", "device"]),
  status: z.enum(["pending", "completed", "failed", "expired", "denied"]),
  detail: z.string().nullable(),
  accountId: z.string().nullable(),
  expiresAt: timeSchema,
});

/** The app of a connector as the API shows it. */
export const oauthAppConfigSchema = oauthAppSettingsSchema.pick({
  provider: true,
  displayName: true,
  issuer: true,
  scopes: true,
  capabilityClass: true,
  allowedHosts: true,
  extraAuthorizationParameters: true,
  refreshTokenLifetimeSeconds: true,
}).extend({
  id: z.string(),
  connectorId: z.string(),
  endpoints: endpointsSchema.nullable(),
  clientId: z.string().nullable(),
  clientSecretStatus: z.enum(["present", "missing", "unreadable", "unchecked", "removed", "not_needed"]),
  tokenEndpointAuthMethod: authMethodSchema,
  redirectUri: z.string(),
  redirectUris: z.array(z.string()),
  supports: z.object({
    pkce: z.boolean(),
    issParameter: z.boolean(),
    revocation: z.boolean(),
    introspection: z.boolean(),
    refresh: z.boolean(),
    device: z.boolean(),
  }),
  status: z.enum(["not_configured", "incomplete", "ready", "disabled"]),
  problems: z.array(problemSchema),
  accounts: z.object({ total: z.number().int(), needReauth: z.number().int() }),
  flows: z.array(flowSummarySchema).describe("the newest five"),
  createdAt: timeSchema.nullable(),
  updatedAt: timeSchema.nullable(),
}).meta({ id: "oauthAppConfigSchema" });
export type OauthAppConfig = z.output<typeof oauthAppConfigSchema>;

export const flowInputSchema = z.object({
  flow: z.enum(["code", "device"]).optional(),
  accountId: z.string().min(1).max(64).optional().describe("reconnects that account"),
  allowOtherAccount: z.boolean().optional().describe("a different person may take over the account"),
  scopes: scopesSchema.optional().describe("some of the app's"),
  loginHint: z.string().min(1).max(320).optional(),
});
export type FlowInput = z.output<typeof flowInputSchema>;

export const oauthStartInputSchema = flowInputSchema.extend({ connectorId: connectorIdSchema })
  .meta({ id: "oauthAuthorizationStartInputSchema" });

/** Headers that identify a browser with this service's own dashboard. */
export const startHeadersSchema = z.object({ origin: z.string().optional() });

/** An authorization that was started. */
export const oauthStartResultSchema = flowSummarySchema.extend({
  connectorId: z.string(),
  authorizationUrl: z.string().nullable(),
  device: z.object({
    userCode: z.string(),
    verificationUri: z.string(),
    verificationUriComplete: z.string().nullable(),
    intervalSeconds: z.number().int(),
  }).nullable(),
  redirectUri: z.string(),
  scopes: z.array(z.string()),
  issuer: z.string().nullable(),
  binding: z.enum(["cookie", "none"]),
}).meta({ id: "oauthAuthorizationStartResultSchema" });
export type OauthStartResult = z.output<typeof oauthStartResultSchema>;

const secretText = z.string().min(1).max(8000).optional().meta({ writeOnly: true });

export const oauthCallbackInputSchema = z.object({
  url: secretText.describe("the complete address that the browser was redirected to"),
  state: secretText,
  code: secretText,
  error: z.string().max(200).optional(),
  iss: z.string().max(2000).optional(),
}).meta({ id: "oauthAuthorizationCallbackInputSchema" });
export type OauthCallbackInput = z.output<typeof oauthCallbackInputSchema>;

export const oauthRefreshInputSchema = z.object({
  force: z.boolean().optional(),
  reason: z.string().max(200).optional(),
}).meta({ id: "oauthRefreshInputSchema" });

export const oauthRevokeInputSchema = z.object({ reason: z.string().max(200).optional() });
