import {
  type CheckStep,
  type DevportalDocument,
  devportalSettingsSchema,
} from "../../../store/devportal/document.ts";
import { devportalStream } from "../../../store/devportal/stream.ts";
import { type Core, type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError, UnavailableError } from "../../ground/kernel/errors.ts";
import { ownedBy } from "../../ground/kernel/owned_by.ts";
import { singleFlight } from "../../ground/kernel/single_flight.ts";
import { parseTarget } from "../../machine/network/allowed_host.ts";
import { OutboundError } from "../outbound/error.ts";
import type { OutboundLive } from "../outbound/part.ts";
import { type OutboundAnswer, request } from "../outbound/request.ts";
import { checkedSettings } from "../secrets/checked_settings.ts";
import { useSecret } from "../secrets/use.ts";
import type { VaultLive } from "../secrets/vault.ts";
import { APP_ID, showDevportal } from "./app.ts";
import { explainStatus, fixOf, placeOf } from "./explain.ts";
import type { DevportalAppConfig } from "./schemas.ts";

const MIN_PAUSE_MILLISECONDS = 5_000;
const LIMITS = { totalMilliseconds: 10_000, bodyBytes: 256 * 1024, redirects: 0 };

type Live = VaultLive & OutboundLive;

/**
 * Requests a token from the portal, reads one page with it and revokes it; the token is not stored. Within 5 seconds of
 * the last check, returns its result instead. The result is on disk before this resolves.
 */
export async function checkDevportal(ctx: Ctx<Live>): Promise<DevportalAppConfig> {
  const app = ctx.store.documents.get(devportalStream, APP_ID);
  if (!app) throw new InvalidError("No app is configured. Send its keys with POST /devportal/app first.");
  const [problem] = showDevportal(ctx).problems;
  if (problem) throw new InvalidError(`${problem.detail} ${problem.fix}`);
  const last = app.checks[0];
  if (last && app.checked !== "no" && ctx.now().getTime() - Date.parse(last.at) < MIN_PAUSE_MILLISECONDS) {
    return showDevportal(ctx);
  }
  const checked = settingsOf(ctx, app);
  await singleFlight(checksOf(ctx.store), checked, () => checkNow(ctx, app, checked));
  return showDevportal(ctx);
}

/** The check in progress, by the settings that it checks. */
const checksOf = ownedBy<Core["store"], Map<string, Promise<void>>>(() => new Map());

const settingsOf = (ctx: Ctx<Live>, app: DevportalDocument): string =>
  checkedSettings(ctx, devportalSettingsSchema.parse(app), [app.apiKeyId, app.apiSecretId]);

/** Records nothing if other settings came in the meantime. */
async function checkNow(ctx: Ctx<Live>, app: DevportalDocument, checked: string): Promise<void> {
  const steps = await takeSteps(ctx, app);
  const data = { ok: steps.every(({ ok }) => ok), steps };
  await ctx.store.commit(() => {
    if (settingsOf(ctx, ctx.store.documents.get(devportalStream, APP_ID)!) !== checked) return;
    record(ctx, devportalStream, APP_ID, [{ type: "devportal.checked", data }]);
  });
}

async function takeSteps(ctx: Ctx<Live>, app: DevportalDocument): Promise<CheckStep[]> {
  const steps: CheckStep[] = [];
  const asked = await step(ctx, steps, "token", () => askForToken(ctx, app));
  const token = asked === null || asked.status >= 300 ? null : readToken(asked, steps);
  if (token === null) return steps;
  ctx.redactor.know(token, "a token of the developer portal");
  const bearer = { authorization: `Bearer ${token}` };
  if (app.probeUrl !== null) {
    const url = app.probeUrl;
    await step(ctx, steps, "probe", () => send(ctx, { url, method: "GET", credentials: bearer }));
  }
  if (app.invalidateUrl !== null) {
    const url = app.invalidateUrl;
    await step(ctx, steps, "invalidate", async () => {
      const { header, form } = await credentialsOf(ctx, app, url);
      const credentials = header ?? bearer;
      return await send(ctx, {
        url,
        method: "POST",
        credentials,
        form: { ...form, token, access_token: token },
      });
    });
  }
  return steps;
}

/** Takes one step and adds it to the others; connection problems are separate steps. */
async function step(
  ctx: Ctx<Live>,
  steps: CheckStep[],
  name: "token" | "probe" | "invalidate",
  take: () => Promise<OutboundAnswer>,
): Promise<OutboundAnswer | null> {
  const begun = performance.now();
  const done = (result: Omit<CheckStep, "ms">) =>
    steps.push({ ...result, ms: Math.round(performance.now() - begun) });
  try {
    const answer = await take();
    const text = new TextDecoder().decode(answer.body);
    const { ok, detail, fix } = explainStatus(name, answer.status, text);
    const reached = { ok: true, httpStatus: null, fix: null };
    if (steps.length === 0) {
      done({ name: "resolve", ...reached, detail: "The host was found and responds." });
      if (answer.url.startsWith("https:")) {
        done({ name: "tls", ...reached, detail: "Its certificate is accepted." });
      }
    }
    done({ name, ok, httpStatus: answer.status, detail: ctx.redactor.text(detail), fix });
    return ok ? answer : null;
  } catch (cause) {
    if (!(cause instanceof OutboundError) && !(cause instanceof UnavailableError)) throw cause;
    done({
      name: placeOf(cause, name),
      ok: false,
      httpStatus: null,
      detail: cause.message,
      fix: fixOf(cause),
    });
    return null;
  }
}

async function credentialsOf(ctx: Ctx<Live>, app: DevportalDocument, url: string) {
  const use = { call: "devportal.check", host: new URL(url).host };
  const key = await useSecret(ctx, { id: app.apiKeyId! }, use);
  const secret = await useSecret(ctx, { id: app.apiSecretId! }, use);
  if (app.authMethod === "client_secret_post") {
    return { header: null, form: { client_id: key, client_secret: secret } };
  }
  // RFC 6749, section 2.3.1: both are form-encoded before they are joined.
  const encoded = [key, secret].map((text) => new URLSearchParams({ "": text }).toString().slice(1)).join(
    ":",
  );
  return { header: { authorization: `Basic ${btoa(encoded)}` }, form: {} };
}

async function askForToken(ctx: Ctx<Live>, app: DevportalDocument): Promise<OutboundAnswer> {
  const { header, form } = await credentialsOf(ctx, app, app.tokenUrl);
  const scope = app.scopes.length > 0 ? { scope: app.scopes.join(" ") } : {};
  return await send(ctx, {
    url: app.tokenUrl,
    method: "POST",
    credentials: header ?? {},
    form: { grant_type: "client_credentials", ...scope, ...form },
  });
}

/** The addresses are the operator's own, so they may be on this machine or in its network. */
function send(ctx: Ctx<Live>, { url, method, credentials, form }: {
  url: string;
  method: "GET" | "POST";
  credentials: Record<string, string>;
  form?: Record<string, string>;
}): Promise<OutboundAnswer> {
  const { hostname, port, protocol } = new URL(url);
  const target = parseTarget(`${hostname}:${port || (protocol === "https:" ? 443 : 80)}`);
  return request(ctx.outbound, {
    url,
    method,
    headers: {
      accept: "application/json",
      ...(form && { "content-type": "application/x-www-form-urlencoded" }),
    },
    credentials,
    ...(form && { body: new URLSearchParams(form).toString() }),
    allowed: target ? [target] : [],
    limits: LIMITS,
  });
}

/** Returns the token of a response; null if there is none, which fails the step. */
function readToken(answer: OutboundAnswer, steps: CheckStep[]): string | null {
  let token: unknown;
  try {
    token = JSON.parse(new TextDecoder().decode(answer.body))?.access_token;
  } catch {
    token = undefined;
  }
  if (typeof token === "string" && token.length >= 8) return token;
  const last = steps.at(-1)!;
  const detail = "The response contains no access_token.";
  steps[steps.length - 1] = {
    ...last,
    ok: false,
    detail,
    fix: "Check that tokenUrl is the portal's token endpoint.",
  };
  return null;
}
