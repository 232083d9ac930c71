import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

/** Where the service under test takes redirects. */
export const REDIRECT = "http://127.0.0.1:4317/oauth/callback";
export const CLIENT = { clientId: "harness", clientSecret: "the-secret-of-the-client-4711" };

type Options = {
  redirectUri?: string;
  /** Seconds for which tokens last. */
  accessSeconds?: number;
  refreshSeconds?: number;
  /** What is granted whatever was asked for. */
  alsoGrant?: string;
  withoutRefresh?: boolean;
  withoutRotation?: boolean;
  clientSecret?: string;
};

/** A certified OpenID server in this process, which logs in whoever is `person` at the time, and counts what it is asked. */
export class OidcServer {
  person = "ada";
  /** Requests to the token endpoint, by the grant. */
  readonly grants: string[] = [];
  /** Every token that it has given. */
  readonly tokens = new Set<string>();
  /** Called before a request reaches the server; what it returns is awaited. */
  before: (request: IncomingMessage, response: ServerResponse) => unknown = () => {};
  /** Called when the token endpoint has done what it was asked, before its answer leaves. */
  onAnswer: () => void = () => {};

  // deno-lint-ignore no-explicit-any -- the library has no types of its own
  private constructor(readonly issuer: string, readonly provider: any, readonly close: () => Promise<void>) {}

  static async start(options: Options = {}): Promise<OidcServer> {
    // deno-lint-ignore prefer-const
    let handle: (request: IncomingMessage, response: ServerResponse) => unknown;
    const http = createServer((request, response) => void handle(request, response));
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    // deno-lint-ignore no-explicit-any
    const provider = new Provider(issuer, configuration(options) as any);
    const server = new OidcServer(issuer, provider, async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    });
    provider.use(
      async (ctx: { path: string; req: unknown; res: unknown; respond: boolean }, next: () => unknown) => {
        if (!ctx.path.startsWith("/interaction/")) return await next();
        ctx.respond = false;
        const result = { login: { accountId: server.person } };
        // deno-lint-ignore no-explicit-any
        await (provider as any).interactionFinished(ctx.req, ctx.res, result);
      },
    );
    // deno-lint-ignore no-explicit-any
    (provider as any).on("grant.success", (ctx: any) => server.#count(ctx));
    // deno-lint-ignore no-explicit-any
    (provider as any).on(
      "grant.error",
      // deno-lint-ignore no-explicit-any
      (ctx: any) => server.grants.push(`${ctx.oidc?.params?.grant_type} refused`),
    );
    const callback = provider.callback();
    handle = async (request, response) => {
      await server.before(request, response);
      if (response.writableEnded || response.destroyed) return;
      const isToken = request.url === "/token";
      if (isToken) {
        const end = response.end.bind(response);
        response.end = ((...args: Parameters<typeof end>) => (server.onAnswer(), end(...args))) as typeof end;
      }
      return callback(request, response);
    };
    return server;
  }

  // deno-lint-ignore no-explicit-any
  #count(ctx: any): void {
    this.grants.push(ctx.oidc.params.grant_type);
    for (const name of ["access_token", "refresh_token", "id_token"]) {
      if (ctx.body[name]) this.tokens.add(ctx.body[name]);
    }
  }

  /** Goes where a browser would be sent, signs in, and returns the address that it comes back to. */
  async authorize(authorizationUrl: string): Promise<string> {
    const jar = new Map<string, string>();
    let url = authorizationUrl;
    for (let i = 0; i < 10; i++) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
      const answer = await fetch(url, { redirect: "manual", headers: { cookie } });
      const text = await answer.text();
      for (const set of answer.headers.getSetCookie()) {
        const [name, value] = set.split(";")[0]!.split("=", 2) as [string, string];
        jar.set(name, value);
      }
      const location = answer.headers.get("location");
      if (location === null) throw new Error(`${answer.status} ${text.slice(0, 2000)}`);
      url = new URL(location, url).href;
      if (new URL(url).origin !== this.issuer) return url;
    }
    throw new Error("redirected in a circle");
  }

  /** Types a device's code, as a person does on another machine. */
  async approveDevice(userCode: string): Promise<void> {
    const { DeviceCode, Grant } = this.provider;
    const code = await DeviceCode.findByUserCode(userCode.replace(/[^A-Z0-9]/gi, ""), {
      ignoreExpiration: true,
    });
    const grant = new Grant({ clientId: CLIENT.clientId, accountId: this.person });
    grant.addOIDCScope("openid email offline_access");
    const grantId = await grant.save();
    Object.assign(code, {
      accountId: this.person,
      grantId,
      scope: code.params.scope,
      authTime: Math.floor(Date.now() / 1000),
    });
    await code.save(600);
  }

  /** Whether a token is of use at the server still. */
  async isActive(token: string): Promise<boolean> {
    const answer = await fetch(`${this.issuer}/token/introspection`, {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`${CLIENT.clientId}:${CLIENT.clientSecret}`)}` },
      body: new URLSearchParams({ token }),
    });
    return (await answer.json()).active;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

function configuration(
  { redirectUri = REDIRECT, accessSeconds = 3600, refreshSeconds = 86_400 * 30, ...options }: Options,
) {
  return {
    clients: [{
      client_id: CLIENT.clientId,
      client_secret: options.clientSecret ?? CLIENT.clientSecret,
      redirect_uris: [redirectUri],
      grant_types: ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"],
    }],
    scopes: ["openid", "email", "offline_access", "calendar"],
    claims: { openid: ["sub"], email: ["email", "name"] },
    features: {
      devInteractions: { enabled: false },
      deviceFlow: { enabled: true },
      revocation: { enabled: true },
      introspection: { enabled: true },
    },
    ttl: {
      AccessToken: accessSeconds,
      RefreshToken: refreshSeconds,
      Grant: refreshSeconds,
      Session: 3600,
      IdToken: 86_400 * 60,
    },
    rotateRefreshToken: options.withoutRotation !== true,
    issueRefreshToken: () => options.withoutRefresh !== true,
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({
        sub,
        name: `${sub[0]!.toUpperCase()}${sub.slice(1)} Example`,
        email: `${sub}@example.org`,
      }),
    }),
    // deno-lint-ignore no-explicit-any
    loadExistingGrant: async (ctx: any) => {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client.clientId,
        accountId: ctx.oidc.session.accountId,
      });
      grant.addOIDCScope(`${ctx.oidc.params.scope} ${options.alsoGrant ?? ""}`.trim());
      await grant.save();
      return grant;
    },
  };
}
