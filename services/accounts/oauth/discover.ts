import type { OauthAppDocument } from "../../../store/oauth/document.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { InvalidError, UnavailableError } from "../../ground/kernel/errors.ts";
import { parseTarget, type Target } from "../../machine/network/allowed_host.ts";
import { fetchThrough } from "../outbound/as_fetch.ts";
import { OutboundError } from "../outbound/error.ts";
import { requireSecure } from "../outbound/secure_address.ts";
import { PACKAGES } from "../../ground/kernel/packages.later.ts";
import type { OauthLive } from "./live.ts";
import type { OauthAppInput } from "./schemas.ts";

/** What is known of a server, discovered or entered. */
export type ServerFacts = Pick<
  OauthAppDocument,
  "issuer" | "endpoints" | "announcesIssuer" | "grantsRefresh" | "idTokenAlgorithms"
>;

const DISCOVERY_LIMITS = { bodyBytes: 1024 * 1024, totalMilliseconds: 10_000 };

/** Returns the target of an address, as connections are allowed; null for an address without one. */
export function targetOf(address: string): Target | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return parseTarget(`${url.hostname}:${url.port || (url.protocol === "https:" ? 443 : 80)}`);
}

/** Discovers a server, or uses the addresses that were entered. Throws with a sentence. */
export async function discover(ctx: Ctx<OauthLive>, input: OauthAppInput): Promise<ServerFacts> {
  const fetchedAt = ctx.now().toISOString();
  if (input.issuer === undefined) return typed(input, fetchedAt);
  const issuer = requireSecure("issuer", input.issuer);
  const metadata = await readMetadata(ctx, issuer);
  if (metadata.issuer !== input.issuer) {
    throw new InvalidError(
      `${issuer.host} names a different issuer than "${input.issuer}". Send the issuer exactly as the server writes it.`,
    );
  }
  const methods = metadata.code_challenge_methods_supported;
  if (methods !== undefined && !methods.includes("S256")) {
    throw new InvalidError(
      `${issuer.host} does not support PKCE with S256, which is required.`,
    );
  }
  const listed = new Set((input.allowedHosts ?? []).map((host) => host.toLowerCase()));
  const address = (name: string, value: unknown): string | null => {
    if (value === undefined || value === null) return null;
    const refuse = (why: string) => new InvalidError(`The "${name}" of ${issuer.host} ${why}`);
    if (typeof value !== "string" || !URL.canParse(value)) throw refuse("is not an address.");
    const url = requireSecure(name, value);
    if (url.protocol !== issuer.protocol) throw refuse(`does not begin with ${issuer.protocol}//.`);
    const own = url.host === issuer.host || url.hostname.endsWith(`.${issuer.hostname}`);
    if (own || listed.has(url.host)) return value;
    throw refuse(`is on ${url.host}. Add that host to "allowedHosts" if it belongs to the server.`);
  };
  const required = (name: string, value: unknown): string => {
    const found = address(name, value);
    if (found !== null) return found;
    throw new InvalidError(
      `${issuer.host} names no "${name}". Send the endpoints instead of the issuer.`,
    );
  };
  return {
    issuer: input.issuer,
    endpoints: {
      authorization: required("authorization_endpoint", metadata.authorization_endpoint),
      token: required("token_endpoint", metadata.token_endpoint),
      revocation: address("revocation_endpoint", metadata.revocation_endpoint),
      introspection: address("introspection_endpoint", metadata.introspection_endpoint),
      deviceAuthorization: address("device_authorization_endpoint", metadata.device_authorization_endpoint),
      userinfo: address("userinfo_endpoint", metadata.userinfo_endpoint),
      jwks: address("jwks_uri", metadata.jwks_uri),
      source: "discovery",
      fetchedAt,
    },
    announcesIssuer: metadata.authorization_response_iss_parameter_supported === true,
    grantsRefresh: metadata.grant_types_supported?.includes("refresh_token") ?? true,
    idTokenAlgorithms: algorithms(metadata.id_token_signing_alg_values_supported),
  };
}

/** Algorithms that only the server can sign with: with a shared secret or none, others could. */
const algorithms = (listed: string[] | undefined): string[] => {
  const strong = (listed ?? []).filter((name) =>
    /^(?:RS|PS|ES)(?:256|384|512)$|^(?:EdDSA|Ed25519)$/.test(name)
  );
  return strong.length > 0 ? strong : ["RS256"];
};

async function readMetadata(ctx: Ctx<OauthLive>, issuer: URL) {
  const oauth = await PACKAGES.oauth();
  const allowed = [targetOf(issuer.href)!];
  const fetching = fetchThrough(ctx.outbound, { allowed, limits: DISCOVERY_LIMITS });
  const options = {
    [oauth.customFetch]: fetching,
    [oauth.allowInsecureRequests]: issuer.protocol === "http:",
  };
  try {
    const first = await oauth.discoveryRequest(issuer, { ...options, algorithm: "oidc" });
    const answer = first.status === 404
      ? await oauth.discoveryRequest(issuer, { ...options, algorithm: "oauth2" })
      : first;
    return await oauth.processDiscoveryResponse(issuer, answer);
  } catch (cause) {
    if (cause instanceof OutboundError) throw cause;
    throw new UnavailableError(
      `${issuer.host} does not publish valid OAuth metadata. Check the issuer, or send the endpoints instead.`,
      { cause },
    );
  }
}

function typed(input: OauthAppInput, fetchedAt: string): ServerFacts {
  const optional = (field: keyof OauthAppInput): string | null => {
    const value = input[field];
    if (typeof value !== "string") return null;
    requireSecure(field, value);
    return value;
  };
  const required = (field: "authorizationEndpoint" | "tokenEndpoint"): string => {
    const value = optional(field);
    if (value !== null) return value;
    throw new InvalidError(
      `The field "${field}" is missing. Send "issuer", or both "authorizationEndpoint" and "tokenEndpoint".`,
    );
  };
  return {
    issuer: null,
    endpoints: {
      authorization: required("authorizationEndpoint"),
      token: required("tokenEndpoint"),
      revocation: optional("revocationEndpoint"),
      introspection: optional("introspectionEndpoint"),
      deviceAuthorization: optional("deviceAuthorizationEndpoint"),
      userinfo: optional("userinfoEndpoint"),
      jwks: null,
      source: "manual",
      fetchedAt,
    },
    announcesIssuer: false,
    grantsRefresh: true,
    idTokenAlgorithms: [],
  };
}
