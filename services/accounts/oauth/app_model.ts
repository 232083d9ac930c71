import { oauthAccountStream } from "../../../store/oauth/account_stream.ts";
import { oauthAppStream } from "../../../store/oauth/app_stream.ts";
import type { OauthAppDocument } from "../../../store/oauth/document.ts";
import { oauthFlowStream } from "../../../store/oauth/flow_stream.ts";
import { secretStream } from "../../../store/secrets/stream.ts";
import type { Core, Ctx } from "../../ground/kernel/context.ts";
import { InvalidError, NotFoundError } from "../../ground/kernel/errors.ts";
import { materialState } from "../secrets/material.ts";
import { showFlow } from "./flow_model.ts";
import type { OauthLive } from "./live.ts";
import { presetOf } from "./presets.ts";
import type { OauthAppConfig } from "./schemas.ts";

const MAX_SHOWN_FLOWS = 5;

/** Returns where servers may redirect a browser: this service itself, and the reverse proxies before it. */
export const redirectUris = ({ config, port }: Pick<Core, "config" | "port">): string[] =>
  [`http://127.0.0.1:${port()}`, ...config.allowedOrigins].map((origin) => `${origin}/oauth/callback`);

/** Returns the app of a connector. Throws `NotFoundError`. */
export function requireApp({ store }: Pick<Core, "store">, connectorId: string): OauthAppDocument {
  const app = store.documents.get(oauthAppStream, connectorId);
  if (app) return app;
  const preset = presetOf(connectorId);
  if (!preset) throw new NotFoundError("connector", connectorId);
  throw new InvalidError(
    `The connector "${connectorId}" is not configured. Register an app at ${preset.displayName} and send its client id with POST /oauth/apps/${connectorId}.`,
  );
}

/** Returns why an app that a person disabled is not used; null if it is enabled. */
export const whyDisabled = ({ id, status }: OauthAppDocument): string | null =>
  status === "enabled" ? null : `The connector "${id}" is disabled. Enable it with POST /oauth/apps/${id}.`;

/** Throws `InvalidError` if a person disabled the app. */
export function requireEnabled(app: OauthAppDocument): void {
  const why = whyDisabled(app);
  if (why !== null) throw new InvalidError(why);
}

/** Returns the app of a connector as the API shows it; a preset also before it is configured. Throws `NotFoundError`. */
export function showApp(ctx: Ctx<OauthLive>, connectorId: string): OauthAppConfig {
  const app = ctx.store.documents.get(oauthAppStream, connectorId);
  if (!app) return showPreset(ctx, connectorId);
  const problems = problemsOf(ctx, app);
  const accounts = ctx.store.documents.all(oauthAccountStream, { connectorId })
    .filter(({ status }) => status !== "revoked");
  const { id, announcesIssuer, grantsRefresh, endpoints } = app;
  return {
    id,
    connectorId: id,
    provider: app.provider,
    displayName: app.displayName,
    issuer: app.issuer,
    endpoints,
    clientId: app.clientId,
    clientSecretStatus: secretStatus(ctx, app),
    tokenEndpointAuthMethod: app.tokenEndpointAuthMethod,
    redirectUri: app.redirectUri,
    redirectUris: redirectUris(ctx),
    scopes: app.scopes,
    capabilityClass: app.capabilityClass,
    allowedHosts: app.allowedHosts,
    extraAuthorizationParameters: app.extraAuthorizationParameters,
    refreshTokenLifetimeSeconds: app.refreshTokenLifetimeSeconds,
    supports: {
      pkce: true,
      issParameter: announcesIssuer,
      revocation: endpoints.revocation !== null,
      introspection: endpoints.introspection !== null,
      refresh: grantsRefresh,
      device: endpoints.deviceAuthorization !== null,
    },
    status: app.status === "disabled" ? "disabled" : problems.length > 0 ? "incomplete" : "ready",
    problems,
    accounts: {
      total: accounts.length,
      needReauth:
        accounts.filter(({ status }) => status === "reauth_required" || status === "quarantined").length,
    },
    flows: ctx.store.documents.find(oauthFlowStream, { connectorId: id }, {
      limit: MAX_SHOWN_FLOWS,
      newestFirst: true,
    }).map((flow) => showFlow(ctx, flow)),
    createdAt: app.createdAt,
    updatedAt: app.updatedAt,
  };
}

/** Returns what keeps an app from being used, each with what a person can do. */
export function problemsOf(ctx: Ctx<OauthLive>, app: OauthAppDocument): OauthAppConfig["problems"] {
  const problems: OauthAppConfig["problems"] = [];
  const uris = redirectUris(ctx);
  if (ctx.config.port === 0 && new URL(app.redirectUri).hostname === "127.0.0.1") {
    problems.push({
      code: "port_not_fixed",
      detail:
        "The service listens on a different port after each start, but servers redirect only to one address.",
      fix: "Set AGENT_HARNESS_PORT to a fixed port, and configure the app again.",
    });
  } else if (!uris.includes(app.redirectUri)) {
    problems.push({
      code: "redirect_changed",
      detail: `The app is registered with ${app.redirectUri}, but this service does not listen there.`,
      fix: `Register ${
        uris[0]
      } at the server and configure the app again, or start the service on the previous port.`,
    });
  }
  const secret = secretStatus(ctx, app);
  if (secret === "present" || secret === "unchecked" || secret === "not_needed") return problems;
  problems.push({
    code: "client_secret_missing",
    detail: `The server requires a client secret (${app.tokenEndpointAuthMethod}), but none is stored.`,
    fix: 'Configure the app again with "clientSecret".',
  });
  return problems;
}

function secretStatus(ctx: Ctx<OauthLive>, app: OauthAppDocument): OauthAppConfig["clientSecretStatus"] {
  if (app.tokenEndpointAuthMethod === "none") return "not_needed";
  const secret = app.clientSecretId && ctx.store.documents.get(secretStream, app.clientSecretId);
  return secret ? materialState(ctx, secret).materialStatus : "missing";
}

function showPreset(ctx: Ctx<OauthLive>, connectorId: string): OauthAppConfig {
  const preset = presetOf(connectorId);
  if (!preset) throw new NotFoundError("connector", connectorId);
  const uris = redirectUris(ctx);
  return {
    id: connectorId,
    connectorId,
    provider: preset.provider ?? connectorId,
    displayName: preset.displayName ?? connectorId,
    issuer: preset.issuer ?? null,
    endpoints: null,
    clientId: null,
    clientSecretStatus: "missing",
    tokenEndpointAuthMethod: preset.tokenEndpointAuthMethod ?? "client_secret_basic",
    redirectUri: uris[0]!,
    redirectUris: uris,
    scopes: preset.scopes ?? [],
    capabilityClass: "read",
    allowedHosts: preset.allowedHosts ?? [],
    extraAuthorizationParameters: preset.extraAuthorizationParameters ?? {},
    refreshTokenLifetimeSeconds: null,
    supports: {
      pkce: true,
      issParameter: false,
      revocation: preset.revocationEndpoint !== undefined,
      introspection: preset.introspectionEndpoint !== undefined,
      refresh: true,
      device: preset.deviceAuthorizationEndpoint !== undefined,
    },
    status: "not_configured",
    problems: [{
      code: "not_configured",
      detail: "No client id is stored.",
      fix: `Register an app with the redirect address ${
        uris[0]
      }, and send its client id with POST /oauth/apps/${connectorId}.`,
    }],
    accounts: { total: 0, needReauth: 0 },
    flows: [],
    createdAt: null,
    updatedAt: null,
  };
}
