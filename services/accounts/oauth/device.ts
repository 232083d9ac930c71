import type { OauthAppDocument, OauthFlowDocument } from "../../../store/oauth/document.ts";
import { oauthFlowStream } from "../../../store/oauth/flow_stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { isTelling } from "../../ground/kernel/redaction/encodings.ts";
import { InvalidError, UnavailableError } from "../../ground/kernel/errors.ts";
import { type Made, made } from "../../ground/kernel/made.ts";
import { deleteSecret } from "../secrets/delete.ts";
import { setSecret } from "../secrets/set.ts";
import { find, useSecret } from "../secrets/use.ts";
import { requireApp, whyDisabled } from "./app_model.ts";
import { connectGranted, failFlow } from "./connect.ts";
import { explainFailure } from "./failure.ts";
import { isOpen, showFlow } from "./flow_model.ts";
import { readGranted } from "./granted.ts";
import type { OauthLive } from "./live.ts";
import type { FlowInput, OauthStartResult } from "./schemas.ts";
import { connect, type Connection, NO_ANSWER } from "./server.ts";

const MAX_DEVICE_SECONDS = 30 * 60;
const MIN_POLL_SECONDS = 5;

/** Requests a code that a person enters on another device; the returned function records the authorization. */
export async function askForDevice(
  ctx: Ctx<OauthLive>,
  app: OauthAppDocument,
  input: FlowInput,
  scopes: string[],
): Promise<() => Made<OauthStartResult>> {
  if (app.endpoints.deviceAuthorization === null) {
    throw new InvalidError(
      `The server of "${app.id}" has no device flow. Leave "flow" out, and send the address that the browser is redirected to with POST /oauth/callback.`,
    );
  }
  const { oauth, server, client, auth, options, last, host } = await connect(ctx, app, "oauth.device");
  try {
    const parameters = { ...(scopes.length > 0 && { scope: scopes.join(" ") }) };
    const answer = await oauth.deviceAuthorizationRequest(server, client, auth, parameters, options);
    const device = await oauth.processDeviceAuthorizationResponse(server, client, answer);
    if (!isTelling(device.device_code)) {
      throw new UnavailableError("Its code is too short or too plain to be hidden in logs and outputs.");
    }
    if (!isPage(device.verification_uri)) throw new UnavailableError("Its address is no web page.");
    const asked = Math.ceil(device.interval ?? 0);
    const interval = Math.min(MAX_DEVICE_SECONDS, Math.max(MIN_POLL_SECONDS, asked));
    return () => recordDevice(ctx, app, { input, scopes, device, interval });
  } catch (cause) {
    throw new UnavailableError(
      `${host} did not send a device code: ${explainFailure(cause, last).sentence}`,
      {
        cause,
      },
    );
  }
}

/** The dashboard links to it. */
const isPage = (address = ""): boolean => /^https?:$/.test(URL.parse(address)?.protocol ?? "");

type Asked = {
  input: FlowInput;
  scopes: string[];
  device: {
    device_code: string;
    user_code: string;
    verification_uri: string;
    verification_uri_complete?: string;
    expires_in: number;
  };
  interval: number;
};

function recordDevice(
  ctx: Ctx<OauthLive>,
  app: OauthAppDocument,
  { input, scopes, device, interval }: Asked,
): Made<OauthStartResult> {
  const id = ctx.newId("flow");
  const seconds = Math.min(MAX_DEVICE_SECONDS, device.expires_in);
  ctx.write(() => {
    const sealed = setSecret(ctx, {
      name: `oauth/${id}/device`,
      kind: "oauth-token",
      value: device.device_code,
    });
    record(ctx, oauthFlowStream, id, [{
      type: "oauth_flow.started",
      data: {
        connectorId: app.id,
        flow: "device",
        stateSha256: null,
        cookieSha256: null,
        redirectUri: app.redirectUri,
        scopes,
        issuer: app.issuer,
        accountId: input.accountId ?? null,
        allowOtherAccount: input.allowOtherAccount ?? false,
        deviceSecretId: sealed.value.id,
        pollSeconds: interval,
        expiresAt: new Date(ctx.now().getTime() + seconds * 1000).toISOString(),
      },
    }]);
  });
  return made({
    ...showFlow(ctx, ctx.store.documents.get(oauthFlowStream, id)!),
    connectorId: app.id,
    authorizationUrl: null,
    device: {
      userCode: device.user_code,
      verificationUri: device.verification_uri,
      verificationUriComplete: [device.verification_uri_complete].find(isPage) ?? null,
      intervalSeconds: interval,
    },
    redirectUri: app.redirectUri,
    scopes,
    issuer: app.issuer,
    binding: "none",
  });
}

const pendingDevices = (ctx: Ctx<OauthLive>): OauthFlowDocument[] =>
  ctx.store.documents.all(oauthFlowStream, { status: "pending" }, { newestFirst: true })
    .filter(({ flow }) => flow === "device");

/** Returns when the next server is asked whether a person has entered a code, or null. */
export function nextPoll(ctx: Ctx<OauthLive>): Date | null {
  const times = pendingDevices(ctx).map((flow) => pollOf(ctx, flow).at);
  return times.length === 0 ? null : new Date(Math.min(...times));
}

/** Asks each server that is due. */
export async function pollDevices(ctx: Ctx<OauthLive>): Promise<void> {
  const now = ctx.now().getTime();
  for (const flow of pendingDevices(ctx)) if (pollOf(ctx, flow).at <= now) await pollDevice(ctx, flow);
}

/** A server is asked at the earliest one interval after it sent the code, also after a restart. */
function pollOf({ oauth }: Ctx<OauthLive>, flow: OauthFlowDocument): { at: number; seconds: number } {
  const seconds = flow.pollSeconds ?? MIN_POLL_SECONDS;
  const known = oauth.polls.get(flow.id) ?? { at: Date.parse(flow.startedAt) + seconds * 1000, seconds };
  oauth.polls.set(flow.id, known);
  return known;
}

async function pollDevice(ctx: Ctx<OauthLive>, flow: OauthFlowDocument): Promise<void> {
  if (!isOpen(ctx, flow)) return await endDevice(ctx, flow, "expired", "The code was not entered in time.");
  const app = requireApp(ctx, flow.connectorId);
  const disabled = whyDisabled(app);
  if (disabled !== null) return await endDevice(ctx, flow, "exchange_failed", disabled);
  const poll = pollOf(ctx, flow);
  let connection: Connection | null = null;
  try {
    connection = await connect(ctx, app, "oauth.device");
    const { oauth, server, client, auth, options, host } = connection;
    const code = await useSecret(ctx, { id: flow.deviceSecretId! }, { call: "oauth.device", host });
    const answer = await oauth.deviceCodeGrantRequest(server, client, auth, code, options);
    const tokens = await oauth.processDeviceCodeResponse(server, client, answer);
    const granted = await readGranted(ctx, app, {
      oauth,
      server,
      answer,
      tokens,
      options,
      asked: flow.scopes,
    });
    await ctx.store.commit(() => connectGranted(ctx, app, flow, granted));
    await removeCode(ctx, flow);
  } catch (cause) {
    const failure = explainFailure(cause, connection?.last ?? NO_ANSWER);
    if (failure.errorCode === "slow_down") poll.seconds += 5;
    poll.at = ctx.now().getTime() + poll.seconds * 1000;
    if (failure.errorCode === "authorization_pending" || failure.errorCode === "slow_down") return;
    if (failure.errorCode === "access_denied") {
      return await endDevice(ctx, flow, "denied", "Access was denied.");
    }
    if (failure.errorCode === "expired_token") {
      return await endDevice(ctx, flow, "expired", "The code was not entered in time.");
    }
    if (failure.kind === "transient" && (!failure.answered || failure.errorCode.startsWith("status_"))) {
      return;
    }
    await endDevice(ctx, flow, "exchange_failed", failure.sentence);
  }
}

async function endDevice(
  ctx: Ctx<OauthLive>,
  flow: OauthFlowDocument,
  outcome: "denied" | "expired" | "exchange_failed",
  detail: string,
): Promise<void> {
  await ctx.store.commit(() => failFlow(ctx, flow, outcome, detail));
  await removeCode(ctx, flow);
}

async function removeCode(ctx: Ctx<OauthLive>, { id }: OauthFlowDocument): Promise<void> {
  ctx.oauth.polls.delete(id);
  const code = find(ctx, { name: `oauth/${id}/device` });
  if (code) await deleteSecret(ctx, code.id);
}
