import { shownTime } from "../../ground/kernel/words.ts";
import { oauthAccountStream } from "../../../store/oauth/account_stream.ts";
import type { OauthAppDocument } from "../../../store/oauth/document.ts";
import { oauthFlowStream } from "../../../store/oauth/flow_stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError, NotFoundError } from "../../ground/kernel/errors.ts";
import { type Made, made } from "../../ground/kernel/made.ts";
import { problemsOf, requireApp, requireEnabled } from "./app_model.ts";
import { askForDevice } from "./device.ts";
import { isOpen, showFlow } from "./flow_model.ts";
import { challengeOf, flowCookie, hashOf, randomText, secretsOfState } from "./flow_secrets.ts";
import type { OauthLive } from "./live.ts";
import type { FlowInput, OauthStartResult } from "./schemas.ts";

const MAX_OPEN_FLOWS = 20;
const MAX_ACCOUNTS_EACH = 50;
const FLOW_MILLISECONDS = 10 * 60_000;

/** Who starts it: the origin of the requesting page, for a browser. */
type Starter = { connectorId: string; input: FlowInput; origin?: string | undefined };

/** Requests a device code from the server if needed; the returned function records the authorization. */
export async function prepareStart(
  ctx: Ctx<OauthLive>,
  { connectorId, input, origin }: Starter,
): Promise<() => Made<OauthStartResult>> {
  const app = requireApp(ctx, connectorId);
  const scopes = requireReady(ctx, app, input);
  const start = input.flow === "device"
    ? await askForDevice(ctx, app, input, scopes)
    : () => startCode(ctx, app, { input, scopes, origin });
  return () => {
    requireReady(ctx, requireApp(ctx, connectorId), input); // others may have started meanwhile
    return start();
  };
}

function startCode(
  ctx: Ctx<OauthLive>,
  app: OauthAppDocument,
  { input, scopes, origin }: { input: FlowInput; scopes: string[]; origin: string | undefined },
): Made<OauthStartResult> {
  const id = ctx.newId("flow");
  const state = randomText();
  const { verifier, nonce } = secretsOfState(ctx, state);
  const cookie = origin === new URL(app.redirectUri).origin ? randomText() : null;
  const data = {
    connectorId: app.id,
    flow: "code" as const,
    stateSha256: hashOf(state),
    cookieSha256: cookie && hashOf(cookie),
    redirectUri: app.redirectUri,
    scopes,
    issuer: app.issuer,
    accountId: input.accountId ?? null,
    allowOtherAccount: input.allowOtherAccount ?? false,
    deviceSecretId: null,
    pollSeconds: null,
    expiresAt: new Date(ctx.now().getTime() + FLOW_MILLISECONDS).toISOString(),
  };
  record(ctx, oauthFlowStream, id, [{ type: "oauth_flow.started", data }]);
  const url = new URL(app.endpoints.authorization);
  const parameters: Record<string, string | undefined> = {
    ...app.extraAuthorizationParameters,
    response_type: "code",
    client_id: app.clientId,
    redirect_uri: app.redirectUri,
    scope: scopes.length > 0 ? scopes.join(" ") : undefined,
    state,
    nonce: scopes.includes("openid") ? nonce : undefined,
    code_challenge: challengeOf(verifier),
    code_challenge_method: "S256",
    login_hint: input.loginHint,
  };
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  const shown = {
    ...showFlow(ctx, ctx.store.documents.get(oauthFlowStream, id)!),
    connectorId: app.id,
    authorizationUrl: url.href,
    device: null,
    redirectUri: app.redirectUri,
    scopes,
    issuer: app.issuer,
    binding: cookie === null ? "none" as const : "cookie" as const,
  };
  if (cookie === null) return made(shown);
  const secure = app.redirectUri.startsWith("https:") ? "; Secure" : "";
  const attributes = `Path=/oauth/callback; Max-Age=${
    FLOW_MILLISECONDS / 1000
  }; HttpOnly; SameSite=Lax${secure}`;
  return { ...made(shown), cookie: `${flowCookie(id)}=${cookie}; ${attributes}` };
}

/** Returns the scopes to request. Throws with a sentence if no authorization may start now. */
function requireReady(ctx: Ctx<OauthLive>, app: OauthAppDocument, input: FlowInput): string[] {
  requireEnabled(app);
  const redirects = (code: string) => code === "port_not_fixed" || code === "redirect_changed";
  // A device authorization needs no redirect.
  const problem = problemsOf(ctx, app).find(({ code }) => input.flow !== "device" || !redirects(code));
  if (problem) throw new InvalidError(`${problem.detail} ${problem.fix}`);
  const extra = (input.scopes ?? []).filter((scope) => !app.scopes.includes(scope));
  if (extra.length > 0) {
    throw new InvalidError(
      `The scopes ${extra.join(", ")} are not configured for the app, which has ${app.scopes.join(", ")}.`,
    );
  }
  if (input.accountId === undefined) requireRoom(ctx, app);
  else requireReconnectable(ctx, app, input.accountId);
  const open = ctx.store.documents.all(oauthFlowStream, { status: "pending" }, { newestFirst: true })
    .filter((flow) => isOpen(ctx, flow));
  if (open.length < MAX_OPEN_FLOWS) return input.scopes ?? app.scopes;
  throw new InvalidError(
    `${MAX_OPEN_FLOWS} authorizations are open, which is the limit. Finish one, or wait until the next one expires at ${
      shownTime(open.at(-1)!.expiresAt)
    }.`,
  );
}

function requireRoom({ store }: Ctx<OauthLive>, app: OauthAppDocument): void {
  const accounts = store.documents.all(oauthAccountStream, { connectorId: app.id });
  if (accounts.filter(({ status }) => status !== "revoked").length < MAX_ACCOUNTS_EACH) return;
  throw new InvalidError(
    `The connector "${app.id}" has ${MAX_ACCOUNTS_EACH} accounts, which is the limit. Revoke one first.`,
  );
}

function requireReconnectable({ store }: Ctx<OauthLive>, app: OauthAppDocument, accountId: string): void {
  const account = store.documents.get(oauthAccountStream, accountId);
  if (!account) throw new NotFoundError("account", accountId);
  if (account.connectorId !== app.id) {
    throw new InvalidError(
      `The account ${accountId} belongs to the connector "${account.connectorId}". Start there.`,
    );
  }
  if (account.status === "revoked") {
    throw new InvalidError(
      `The account ${accountId} is permanently revoked. Leave "accountId" out to connect a new one.`,
    );
  }
}
