import type { AuthorizationServer, Client, ClientAuth } from "oauth4webapi";
import type { OauthAppDocument } from "../../../store/oauth/document.ts";
import { askedWait } from "../../ground/effects/retries.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import type { Target } from "../../machine/network/allowed_host.ts";
import { fetchThrough } from "../outbound/as_fetch.ts";
import { useSecret } from "../secrets/use.ts";
import { PACKAGES } from "../../ground/kernel/packages.later.ts";
import { targetOf } from "./discover.ts";
import type { OauthLive } from "./live.ts";

const TOKEN_LIMITS = { bodyBytes: 256 * 1024, totalMilliseconds: 10_000 };
const CLOCK_TOLERANCE_SECONDS = 60;

/** Loads the protocol library on first use. */
const protocol = PACKAGES.oauth;

/** The functions of the protocol library. */
export type Protocol = Awaited<ReturnType<typeof protocol>>;

/** Details of a server's last response with an effect, for failures whose body says nothing. */
export type LastAnswer = { status: number | null; waitMilliseconds: number | null };

/** The value if nothing was requested. */
export const NO_ANSWER: LastAnswer = { status: null, waitMilliseconds: null };

/** A server as the protocol library needs it, with the connection to it. */
export type Connection = {
  oauth: Protocol;
  server: AuthorizationServer;
  client: Client;
  auth: ClientAuth;
  options: object;
  last: LastAnswer;
  host: string;
};

/** Opens the connection to an app's server. The client secret is read for this one use, with a receipt that names `call`. */
export async function connect(ctx: Ctx<OauthLive>, app: OauthAppDocument, call: string): Promise<Connection> {
  const oauth = await protocol();
  const host = new URL(app.endpoints.token).host;
  const secret = app.tokenEndpointAuthMethod === "none" || app.clientSecretId === null
    ? null
    : await useSecret(ctx, { id: app.clientSecretId }, { call, host });
  const last: LastAnswer = { ...NO_ANSWER };
  const reach = fetchThrough(ctx.outbound, { allowed: typedTargets(app), limits: TOKEN_LIMITS });
  const fetching: typeof reach = async (url, init) => {
    const answer = await reach(url, init);
    // What a token endpoint did is not undone by a later request for the server's keys or the person's name.
    if (init.method === "POST") {
      last.status = answer.status;
      last.waitMilliseconds = askedWait(answer.headers.get("retry-after"), ctx.now());
    }
    return app.issuer === null ? await withoutIdToken(answer) : answer;
  };
  return {
    oauth,
    server: serverOf(app),
    client: {
      client_id: app.clientId,
      [oauth.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
      [oauth.clockSkew]: Math.round((ctx.now().getTime() - Date.now()) / 1000),
    },
    auth: secret === null
      ? oauth.None()
      : app.tokenEndpointAuthMethod === "client_secret_post"
      ? oauth.ClientSecretPost(secret)
      : oauth.ClientSecretBasic(secret),
    // http:// was refused for any host except this machine when the app was configured.
    options: { [oauth.customFetch]: fetching, [oauth.allowInsecureRequests]: true },
    last,
    host,
  };
}

function serverOf(
  { issuer, endpoints, announcesIssuer, idTokenAlgorithms }: OauthAppDocument,
): AuthorizationServer {
  const { authorization, token, revocation, deviceAuthorization, userinfo, jwks } = endpoints;
  return {
    issuer: issuer ?? new URL(token).origin,
    authorization_endpoint: authorization,
    token_endpoint: token,
    ...(revocation && { revocation_endpoint: revocation }),
    ...(deviceAuthorization && { device_authorization_endpoint: deviceAuthorization }),
    ...(userinfo && { userinfo_endpoint: userinfo }),
    ...(jwks && { jwks_uri: jwks }),
    authorization_response_iss_parameter_supported: announcesIssuer,
    ...(idTokenAlgorithms.length > 0 && { id_token_signing_alg_values_supported: idTokenAlgorithms }),
  };
}

/** Addresses that the operator entered may be on this machine or in the local network; those that a server named may not. */
function typedTargets({ issuer, endpoints, allowedHosts }: OauthAppDocument): Target[] {
  const typed = issuer === null
    ? Object.values(endpoints).filter((value): value is string => typeof value === "string")
    : [issuer, ...allowedHosts.filter((host) => /:\d+$/.test(host)).map((host) => `https://${host}`)];
  return typed.flatMap((address) => targetOf(address) ?? []);
}

/** Without an issuer an id_token cannot be verified, so it is ignored. */
async function withoutIdToken(answer: Response): Promise<Response> {
  if (!answer.headers.get("content-type")?.includes("json")) return answer;
  const text = await answer.text();
  try {
    const body = JSON.parse(text);
    if (typeof body !== "object" || body === null || !("id_token" in body)) throw new SyntaxError("none");
    delete body.id_token;
    return new Response(JSON.stringify(body), { status: answer.status, headers: answer.headers });
  } catch {
    return new Response(text, { status: answer.status, headers: answer.headers });
  }
}
