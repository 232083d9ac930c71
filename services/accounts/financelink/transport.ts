import type { FinancelinkAppDocument } from "../../../store/financelink/document.ts";
import type { Attempts } from "../../ground/effects/attempts.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { ForbiddenError, UnavailableError } from "../../ground/kernel/errors.ts";
import { isLoopback } from "../../ground/kernel/loopback.ts";
import { parseTarget } from "../../machine/network/allowed_host.ts";
import type { OutboundLive } from "../outbound/part.ts";
import { request } from "../outbound/request.ts";
import { useSecret } from "../secrets/use.ts";
import type { VaultLive } from "../secrets/vault.ts";
import { isOneOf } from "../../../store/shared/tuples.ts";

/** What a context needs for account linking: the removals in progress at the provider, among others. */
export type FinancelinkLive = { financelink: Attempts } & VaultLive & OutboundLive;

/** The provider's hosts by environment. Tokens of one never go to another. */
export const HOSTS = {
  sandbox: "https://sandbox.plaid.com",
  production: "https://production.plaid.com",
} as const;

/** Every endpoint that is called: none reads a transaction, an account number or a person, or moves money. */
export const PATHS = [
  "/link/token/create",
  "/link/token/get",
  "/item/public_token/exchange",
  "/item/get",
  "/item/remove",
  "/accounts/get",
  "/institutions/get_by_id",
] as const;

/** An error response of the provider: its codes, and never its words. */
export class ProviderError extends UnavailableError {
  constructor(readonly type: string, readonly reason: string, readonly status: number) {
    super(`The provider answered with ${reason} (${status}).`);
  }
}

const LIMITS = { totalMilliseconds: 10_000, bodyBytes: 1024 * 1024, redirects: 0 };

/**
 * Sends one request to the provider. Throws `ForbiddenError` before connecting for any unlisted path, other host, or
 * other environment; `ProviderError` for an error response.
 */
export async function ask(
  ctx: Ctx<FinancelinkLive>,
  app: FinancelinkAppDocument,
  path: string,
  body: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const url = requireListed(app, path);
  const use = { call: `financelink${path.replaceAll("/", ".")}`, host: url.host };
  const secret = await useSecret(ctx, { id: app.secretId }, use);
  const answer = await request(ctx.outbound, {
    url: url.href,
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/json" },
    credentials: { "plaid-client-id": app.clientId, "plaid-secret": secret, "plaid-version": "2020-09-14" },
    body: JSON.stringify(body),
    allowed: isLoopback(url.hostname) ? [parseTarget(`${url.hostname}:${url.port || 80}`)!] : [],
    limits: LIMITS,
  });
  const told = parse(answer.body);
  if (answer.status === 200 && told !== null) return told;
  const code = (value: unknown, other: string) =>
    typeof value === "string" && /^[A-Z][A-Z0-9_]{1,63}$/.test(value) ? value : other;
  throw new ProviderError(
    code(told?.error_type, "API_ERROR"),
    code(told?.error_code, "BAD_ANSWER"),
    answer.status,
  );
}

function requireListed(app: FinancelinkAppDocument, path: string): URL {
  const refuse = (why: string) => new ForbiddenError(`policy_blocked: ${why} Nothing was sent.`);
  if (!isOneOf(PATHS, path)) throw refuse(`account linking never asks for ${path}.`);
  const url = new URL(path, app.baseUrl);
  const other = app.environment === "sandbox" ? HOSTS.production : HOSTS.sandbox;
  if (url.origin === other) {
    throw refuse(`${url.host} does not belong to the environment ${app.environment}.`);
  }
  if (url.origin !== HOSTS[app.environment] && !isLoopback(url.hostname)) {
    throw refuse(`${url.host} is not the provider's host.`);
  }
  return url;
}

function parse(bytes: Uint8Array): Record<string, unknown> | null {
  try {
    const value = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
