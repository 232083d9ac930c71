import type { OauthAppDocument, OauthFlowDocument } from "../../../store/oauth/document.ts";
import { oauthFlowStream } from "../../../store/oauth/flow_stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { requireApp, whyDisabled } from "./app_model.ts";
import { connectGranted, type ConnectOutcome, failFlow } from "./connect.ts";
import { explainFailure } from "./failure.ts";
import { isOpen } from "./flow_model.ts";
import { flowCookie, hashOf, secretsOfState } from "./flow_secrets.ts";
import { type Granted, readGranted } from "./granted.ts";
import type { OauthLive } from "./live.ts";
import { connect, type Connection, NO_ANSWER } from "./server.ts";

/** The outcome of a browser's redirect, for its page. */
export type CallbackOutcome =
  | ConnectOutcome["outcome"]
  | "denied"
  | "expired"
  | "already_used"
  | "unknown_state"
  | "wrong_issuer"
  | "disabled"
  | "exchange_failed";

/** Tokens to be recorded, or why there are none. `detail` is our own sentence. */
type Received =
  | { record: () => ConnectOutcome }
  | { outcome: Exclude<CallbackOutcome, "connected" | "reconnected">; detail: string };

/** The parameters of a server's redirect, and the cookies of the browser; undefined if an operator pasted it. */
type Answer = { parameters: URLSearchParams; cookies?: ReadonlyMap<string, string> };

/**
 * Handles a server's redirect. The state is checked first: if it is unknown, nothing changes or is recorded. It is used
 * up durably before the code is sent anywhere.
 */
export async function receiveAnswer(ctx: Ctx<OauthLive>, { parameters, cookies }: Answer): Promise<Received> {
  const names = [...parameters.keys()];
  if (new Set(names).size < names.length) return unknown("The response has a duplicate parameter.");
  const state = parameters.get("state") ?? "";
  const stateSha256 = hashOf(state);
  const flow = ctx.store.documents.find(oauthFlowStream, { stateSha256 }, { limit: 1 })[0];
  if (!flow) return unknown("No authorization has that state.");
  if (cookies !== undefined && flow.cookieSha256 !== null) {
    const cookie = cookies.get(flowCookie(flow.id)) ?? "";
    if (hashOf(cookie) !== flow.cookieSha256) {
      return unknown("The authorization was started in another browser.");
    }
  }
  if (flow.status !== "pending") return { outcome: "already_used", detail: "The response was already used." };
  if (!isOpen(ctx, flow)) {
    return { outcome: "expired", detail: "The authorization has expired. Start it again." };
  }
  const app = requireApp(ctx, flow.connectorId);
  const disabled = whyDisabled(app);
  if (disabled !== null) {
    await end(ctx, flow, "exchange_failed", disabled);
    return { outcome: "disabled", detail: disabled };
  }
  if (!isFromIssuer(app, flow, parameters.get("iss"))) {
    return await end(ctx, flow, "wrong_issuer", "The response is from a different server.");
  }
  const error = parameters.get("error");
  if (error === "access_denied") return await end(ctx, flow, "denied", "Access was denied at the server.");
  if (error === "invalid_scope") {
    return await end(ctx, flow, "scope_refused", "The server does not grant the requested scopes.");
  }
  if (error !== null || !parameters.get("code")) {
    return await end(ctx, flow, "exchange_failed", "The server answered with an error instead of a code.");
  }
  return await exchange(ctx, app, flow, { parameters, state });
}

const unknown = (detail: string): Received => ({ outcome: "unknown_state", detail });

/** The issuer is compared as text (RFC 9207, section 2.4); a server that announces it must send it. */
function isFromIssuer(app: OauthAppDocument, flow: OauthFlowDocument, iss: string | null): boolean {
  if (app.issuer !== flow.issuer) return false;
  if (iss === null) return !app.announcesIssuer;
  return iss === flow.issuer;
}

async function end(
  ctx: Ctx<OauthLive>,
  flow: OauthFlowDocument,
  outcome: "denied" | "wrong_issuer" | "scope_refused" | "exchange_failed",
  detail: string,
): Promise<Received> {
  await ctx.store.commit(() => failFlow(ctx, flow, outcome, detail));
  return { outcome, detail };
}

async function exchange(
  ctx: Ctx<OauthLive>,
  app: OauthAppDocument,
  flow: OauthFlowDocument,
  { parameters, state }: { parameters: URLSearchParams; state: string },
): Promise<Received> {
  // Durable before anything is sent, and in the same turn as the check of its status: a state works once.
  await ctx.store.commit(() =>
    record(ctx, oauthFlowStream, flow.id, [{ type: "oauth_flow.used", data: {} }])
  );
  let connection: Connection | null = null;
  try {
    connection = await connect(ctx, app, "oauth.exchange");
    const granted = await redeem(ctx, app, flow, { parameters, state, connection });
    return { record: () => connectGranted(ctx, app, flow, granted) };
  } catch (cause) {
    const { sentence } = explainFailure(cause, connection?.last ?? NO_ANSWER);
    return await end(ctx, flow, "exchange_failed", sentence);
  }
}

async function redeem(
  ctx: Ctx<OauthLive>,
  app: OauthAppDocument,
  flow: OauthFlowDocument,
  { parameters, state, connection }: {
    parameters: URLSearchParams;
    state: string;
    connection: Connection;
  },
): Promise<Granted> {
  const { oauth, server, client, auth, options } = connection;
  const { verifier, nonce } = secretsOfState(ctx, state);
  const checked = oauth.validateAuthResponse(server, client, parameters, state);
  const answer = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    auth,
    checked,
    flow.redirectUri,
    verifier,
    options,
  );
  const expected = flow.scopes.includes("openid") && app.issuer !== null
    ? { expectedNonce: nonce, requireIdToken: true }
    : {};
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer, expected);
  return await readGranted(ctx, app, { oauth, server, answer, tokens, options, asked: flow.scopes });
}
