import { type Harness, harness, type HarnessOptions } from "../harness.ts";
import { CLIENT, OidcServer } from "./oidc_server.ts";

export const SCOPES = ["openid", "email"];

/** Configures the connector "example" with a server. */
export const configure = (h: Harness, server: { issuer: string }, more: Record<string, unknown> = {}) =>
  h.operator("POST /oauth/apps/:connectorId", {
    params: { connectorId: "example" },
    body: { issuer: server.issuer, scopes: SCOPES, allowedHosts: ["api.example.org"], ...CLIENT, ...more },
  });

/** Starts an authorization and returns the address that the browser comes back to. */
export async function answered(
  h: Harness,
  server: OidcServer,
  body: Record<string, unknown> = {},
): Promise<string> {
  const { authorizationUrl } = await h.operator("POST /oauth/apps/:connectorId/start", {
    params: { connectorId: "example" },
    body,
  });
  return await server.authorize(authorizationUrl!);
}

/** Connects an account by pasting the redirect. */
export async function connected(h: Harness, server: OidcServer, body: Record<string, unknown> = {}) {
  return await h.operator("POST /oauth/callback", { body: { url: await answered(h, server, body) } });
}

/** A service, a server, and an account that connects them. */
export async function linked(
  options: {
    server?: Parameters<typeof OidcServer.start>[0];
    harness?: HarnessOptions;
    app?: Record<string, unknown>;
  } = {},
) {
  const server = await OidcServer.start(options.server);
  const h = await harness(options.harness);
  await configure(h, server, options.app);
  const account = await connected(h, server);
  return {
    server,
    h,
    account,
    show: async () => (await h.operator("GET /oauth/accounts")).find(({ id }) => id === account.id)!,
    async [Symbol.asyncDispose]() {
      await h[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}
