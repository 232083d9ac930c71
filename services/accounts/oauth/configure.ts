import type { OauthAppDocument } from "../../../store/oauth/document.ts";
import { oauthAccountStream } from "../../../store/oauth/account_stream.ts";
import { oauthAppStream } from "../../../store/oauth/app_stream.ts";
import { oauthFlowStream } from "../../../store/oauth/flow_stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { givenOrKept } from "../../ground/kernel/given_or_kept.ts";
import { existing, type Made, made } from "../../ground/kernel/made.ts";
import { requireSecret } from "../secrets/read_model.ts";
import { CLIENT_SECRET } from "../secrets/material.ts";
import { setSecret } from "../secrets/set.ts";
import { find } from "../secrets/use.ts";
import { redirectUris, showApp } from "./app_model.ts";
import { discover, type ServerFacts } from "./discover.ts";
import { showFlow } from "./flow_model.ts";
import type { OauthLive } from "./live.ts";
import { presetOf } from "./presets.ts";
import { connectorIdSchema, type OauthAppConfig, type OauthAppInput } from "./schemas.ts";

const MAX_APPS = 100;

/** Discovers the server first; the returned function records the app and stores its secret in one unit. */
export async function prepareApp(
  ctx: Ctx<OauthLive>,
  connectorId: string,
  sent: OauthAppInput,
): Promise<() => Made<OauthAppConfig>> {
  if (!connectorIdSchema.safeParse(connectorId).success) {
    throw new InvalidError(
      `"${
        connectorId.slice(0, 60)
      }" cannot be the name of a connector: 1 to 40 lower-case letters, digits and hyphens.`,
    );
  }
  const typesAddress = sent.issuer !== undefined || sent.tokenEndpoint !== undefined;
  const { issuer: _, authorizationEndpoint: _1, tokenEndpoint: _2, ...rest } = presetOf(connectorId) ?? {};
  const input: OauthAppInput = { ...(typesAddress ? rest : presetOf(connectorId)), ...sent };
  requireAllowedClass(input);
  const facts = await discover(ctx, input);
  return () => configure(ctx, connectorId, input, facts);
}

function configure(
  ctx: Ctx<OauthLive>,
  connectorId: string,
  input: OauthAppInput,
  facts: ServerFacts,
): Made<OauthAppConfig> {
  const before = ctx.store.documents.get(oauthAppStream, connectorId);
  if (!before && ctx.store.documents.find(oauthAppStream, {}, { limit: MAX_APPS }).length === MAX_APPS) {
    throw new InvalidError(`There are ${MAX_APPS} apps, which is the limit. Change an existing one.`);
  }
  const redirectUri = input.redirectUri ?? redirectUris(ctx)[0]!;
  if (!redirectUris(ctx).includes(redirectUri)) {
    throw new InvalidError(
      `The field "redirectUri" is "${redirectUri}". This service answers at ${
        redirectUris(ctx).join(" or ")
      }.`,
    );
  }
  const sameServer = before !== null && isSameServer(before, facts);
  if (before && !sameServer) requireUnused(ctx, before, facts);
  return ctx.write(() => {
    const clientSecretId = secretOf(ctx, connectorId, input, sameServer ? before : null);
    const usual = presetOf(connectorId) ?? {};
    const data = {
      ...facts,
      provider: givenOrKept(input.provider, before?.provider) ?? usual.provider ?? connectorId,
      displayName: givenOrKept(input.displayName, before?.displayName) ?? usual.displayName ?? connectorId,
      clientId: input.clientId,
      clientSecretId,
      tokenEndpointAuthMethod: input.tokenEndpointAuthMethod ??
        (clientSecretId === null ? "none" as const : "client_secret_basic" as const),
      scopes: [...new Set(givenOrKept(input.scopes, before?.scopes) ?? usual.scopes ?? [])],
      redirectUri,
      capabilityClass: input.capabilityClass === "external-write"
        ? "external-write" as const
        : "read" as const,
      allowedHosts: [...new Set((input.allowedHosts ?? []).map((host) => host.toLowerCase()))],
      extraAuthorizationParameters: input.extraAuthorizationParameters ?? {},
      refreshTokenLifetimeSeconds: input.refreshTokenLifetimeSeconds ?? null,
      status: givenOrKept(input.status, before?.status) ?? "enabled" as const,
    };
    record(ctx, oauthAppStream, connectorId, [{ type: "oauth_app.configured", data }]);
    const shown = showApp(ctx, connectorId);
    return before ? existing(shown) : made(shown);
  });
}

type Server = Pick<ServerFacts, "issuer" | "endpoints">;

/** Without two issuers, a server is known by where its tokens come from. */
function isSameServer(one: Server, other: Server): boolean {
  if (one.issuer !== null && other.issuer !== null) return one.issuer === other.issuer;
  return originOf(one) === originOf(other);
}

const originOf = ({ endpoints }: Server): string => new URL(endpoints.token).origin;

/** Throws `InvalidError` if the former server's tokens or codes would go to another one. */
function requireUnused(ctx: Ctx<OauthLive>, before: OauthAppDocument, after: Server): void {
  const { id: connectorId } = before;
  const held = ctx.store.documents.all(oauthAccountStream, { connectorId })
    .some(({ status, remoteRetryAt }) => status !== "revoked" || remoteRetryAt !== null);
  const begun = ctx.store.documents.all(oauthFlowStream, { connectorId })
    .some((flow) => showFlow(ctx, flow).status === "pending");
  if (!held && !begun) return;
  const what = held ? "accounts" : "an authorization under way";
  const first = held ? "Revoke these" : "Wait until it has ended";
  throw new InvalidError(
    `The connector "${connectorId}" has ${what} at ${originOf(before)}, whose tokens must not go to ${
      originOf(after)
    }. ${first} first, or configure the other server as a connector with another name.`,
  );
}

/** Blocked classes stay blocked, whatever a connector declares. */
function requireAllowedClass(
  { capabilityClass = "read", extraAuthorizationParameters = {} }: OauthAppInput,
): void {
  if (!["read", "external-write"].includes(capabilityClass)) {
    throw new InvalidError(
      `policy_blocked: the capability class "${
        capabilityClass.slice(0, 60)
      }" is not allowed for connectors. Use read or external-write.`,
    );
  }
  const own =
    /^(?:response_type|response_mode|client_id|redirect_uri|scope|state|nonce|code_challenge.*|request.*)$/;
  const taken = Object.keys(extraAuthorizationParameters).find((name) => own.test(name));
  if (taken === undefined) return;
  throw new InvalidError(
    `The authorization parameter "${taken}" is set by this service. Leave it out.`,
  );
}

function secretOf(
  ctx: Ctx<OauthLive>,
  connectorId: string,
  input: OauthAppInput,
  before: OauthAppDocument | null,
): string | null {
  const { clientSecret, clientSecretId } = input;
  if (typeof clientSecret === "string" && typeof clientSecretId === "string") {
    throw new InvalidError('Send "clientSecret" or "clientSecretId", not both.');
  }
  if (typeof clientSecretId === "string") {
    if (requireSecret(ctx, clientSecretId).status === "present") return clientSecretId;
    throw new InvalidError(`The secret ${clientSecretId} was deleted. Name an existing one.`);
  }
  if (typeof clientSecret === "string") {
    const name = `oauth/${connectorId}/client-secret`;
    const known = find(ctx, { name });
    const given = { name, kind: CLIENT_SECRET, value: clientSecret, ...(known && { id: known.id }) };
    return setSecret(ctx, given).value.id;
  }
  if (clientSecret === null || clientSecretId === null) return null;
  if (input.tokenEndpointAuthMethod === "none") return null;
  return before?.clientSecretId ?? null;
}
