import { z } from "zod";
import { actorSchema } from "../runs/document.ts";

/** The server's endpoints. */
export const endpointsSchema = z.object({
  authorization: z.string(),
  token: z.string(),
  revocation: z.string().nullable(),
  introspection: z.string().nullable(),
  deviceAuthorization: z.string().nullable(),
  userinfo: z.string().nullable(),
  jwks: z.string().nullable(),
  source: z.enum(["discovery", "manual"]),
  fetchedAt: z.string(),
});

/** How this service authenticates at the token endpoint. */
export const authMethodSchema = z.enum(["client_secret_basic", "client_secret_post", "none"]);

/** What a person configured for one connector, and what the server publishes about itself. */
export const oauthAppSettingsSchema = z.object({
  provider: z.string(),
  displayName: z.string(),
  /** Null if the endpoints were entered by hand. */
  issuer: z.string().nullable(),
  endpoints: endpointsSchema,
  /** The server announces that its responses name their issuer (RFC 9207). */
  announcesIssuer: z.boolean(),
  /** The server lists refresh tokens among its grants, or lists no grants. */
  grantsRefresh: z.boolean(),
  idTokenAlgorithms: z.array(z.string()),
  clientId: z.string(),
  clientSecretId: z.string().nullable(),
  tokenEndpointAuthMethod: authMethodSchema,
  scopes: z.array(z.string()),
  redirectUri: z.string(),
  capabilityClass: z.enum(["read", "external-write"]),
  allowedHosts: z.array(z.string()),
  extraAuthorizationParameters: z.record(z.string(), z.string()),
  refreshTokenLifetimeSeconds: z.number().int().nullable(),
  status: z.enum(["enabled", "disabled"]),
});

const oauthAppDocumentSchema = oauthAppSettingsSchema.extend({
  /** The id of the connector. */
  id: z.string(),
  /** How long refused refresh tokens had lasted, in seconds; the newest five. */
  observedLifetimes: z.array(z.number().int()),
  createdBy: actorSchema,
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type OauthAppDocument = z.infer<typeof oauthAppDocumentSchema>;

/** How an authorization ended that did not produce an account. */
export const flowOutcomeSchema = z.enum([
  "denied",
  "expired",
  "wrong_issuer",
  "scope_refused",
  "other_account",
  "exchange_failed",
]);
export type FlowOutcome = z.infer<typeof flowOutcomeSchema>;

export const flowStartSchema = z.object({
  connectorId: z.string(),
  flow: z.enum(["code", "device"]),
  /** A hash of the state; null for a device, which has none. */
  stateSha256: z.string().nullable(),
  /** A hash of the cookie of the browser that started it, or null. */
  cookieSha256: z.string().nullable(),
  redirectUri: z.string(),
  scopes: z.array(z.string()),
  issuer: z.string().nullable(),
  /** The account that is being reconnected. */
  accountId: z.string().nullable(),
  allowOtherAccount: z.boolean(),
  /** The secret that holds the device's code. */
  deviceSecretId: z.string().nullable(),
  pollSeconds: z.number().int().nullable(),
  expiresAt: z.string(),
});

const oauthFlowDocumentSchema = flowStartSchema.extend({
  id: z.string(),
  /** `used`: its state came back and cannot come back again. */
  status: z.enum(["pending", "used", "completed", "failed"]),
  outcome: flowOutcomeSchema.nullable(),
  detail: z.string().nullable(),
  startedAt: z.string(),
  updatedAt: z.string(),
});
export type OauthFlowDocument = z.infer<typeof oauthFlowDocumentSchema>;

/** What one response of a server granted. Tokens are secrets, named by id and version. */
export const grantSchema = z.object({
  requestedScopes: z.array(z.string()),
  grantedScopes: z.array(z.string()),
  accessSecretId: z.string(),
  accessVersion: z.number().int(),
  accessExpiresAt: z.string().nullable(),
  refreshSecretId: z.string().nullable(),
  /** When the current refresh token was issued. */
  refreshIssuedAt: z.string().nullable(),
  /** As stated by the server. */
  refreshExpiresAt: z.string().nullable(),
  /** The server replaced the refresh token. */
  rotated: z.boolean(),
  nextRefreshAt: z.string().nullable(),
});
export type Grant = z.infer<typeof grantSchema>;

/** How urgently a human is needed. */
export const thresholdSchema = z.enum(["7d", "1d", "1h"]);

export const accountStatusSchema = z.enum([
  "connected",
  "refreshing",
  "degraded",
  "reauth_required",
  "quarantined",
  "revoked",
]);

export const remoteRevocationSchema = z.enum(["pending", "confirmed", "unsupported", "failed"]);

const oauthAccountDocumentSchema = grantSchema.extend({
  id: z.string(),
  connectorId: z.string(),
  provider: z.string(),
  status: accountStatusSchema,
  statusReason: z.string().nullable(),
  statusAt: z.string(),
  /** When it was connected, or a refresh succeeded again after one had failed. */
  wellSince: z.string(),
  /** A keyed hash of the person's identity at the server: it distinguishes people and names nobody. */
  subjectFingerprint: z.string().nullable(),
  label: z.string(),
  emailMasked: z.string().nullable(),
  lastRefreshedAt: z.string().nullable(),
  lastRefresh: z.object({
    outcome: z.enum(["refreshed", "transient", "definitive"]),
    at: z.string(),
    httpStatus: z.number().int().nullable(),
    errorCode: z.string().nullable(),
  }).nullable(),
  consecutiveFailures: z.number().int(),
  failingSince: z.string().nullable(),
  /** A request may have reached the server without a response: the token may have been used up. */
  inDoubt: z.boolean(),
  warned: z.array(thresholdSchema),
  remoteRevocation: remoteRevocationSchema.nullable(),
  remoteDetail: z.string().nullable(),
  remoteRetryAt: z.string().nullable(),
  connectedAt: z.string(),
  revokedAt: z.string().nullable(),
  updatedAt: z.string(),
});
export type OauthAccountDocument = z.infer<typeof oauthAccountDocumentSchema>;
