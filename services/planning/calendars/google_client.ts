import type { SourceConfig } from "../../../store/planner/settings.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { InvalidError, NotFoundError, UnavailableError } from "../../ground/kernel/errors.ts";
import { accessTokenOf, ReconnectError } from "../../accounts/oauth/access_token.ts";
import { refreshAccount } from "../../accounts/oauth/refresh.ts";
import { request } from "../../accounts/outbound/request.ts";
import { AuthRequiredError } from "./content.ts";
import { allowedOf } from "./credentials.ts";
import type { SourceLive } from "./live.ts";
import { GOOGLE } from "./google_account.ts";
import { messageOf } from "../../../store/shared/message_of.ts";
import { recordOf } from "../../../store/shared/records.ts";

/** The limit of requests in one refresh, in case a server pages in circles. */
const MAX_REQUESTS = 500;

/** Reasons for a 403 that are temporary. */
const QUOTA = /rateLimitExceeded|userRateLimitExceeded|quotaExceeded|dailyLimitExceeded/i;

/** The server's response; null if it no longer has the object, or no longer accepts its token (404, 410). */
export type Google = (path: string, query?: Record<string, string>) => Promise<unknown>;

/** Returns a client for an account's calendars. Throws `AuthRequiredError` if a person has to act. */
export async function googleClient(
  ctx: Ctx<SourceLive>,
  config: SourceConfig,
  signal: AbortSignal,
): Promise<Google> {
  const base = config.url ?? GOOGLE;
  const { host } = new URL(base);
  let token = await tokenFor(ctx, config, host);
  let left = MAX_REQUESTS;
  const send = async (url: string) => {
    if (left-- <= 0) {
      throw new UnavailableError(`${host} requires more than ${MAX_REQUESTS} requests in one refresh.`);
    }
    return await request(ctx.outbound, {
      url,
      headers: { accept: "application/json" },
      credentials: { authorization: `Bearer ${token}` },
      allowed: allowedOf(config),
      limits: { redirects: 0 },
      signal,
    });
  };
  return async (path, query = {}) => {
    const url = `${base.replace(/\/$/, "")}${path}?${new URLSearchParams(query)}`;
    let answer = await send(url);
    if (answer.status === 401) {
      // The server may have ended the access early: try once more with a new one.
      await refreshAccount(ctx, config.accountId!, "planner.refresh was refused").catch(() => {});
      token = await tokenFor(ctx, config, host);
      answer = await send(url);
    }
    if (answer.status === 404 || answer.status === 410) return null;
    const body = parsed(answer.body);
    if (answer.status === 200 && body !== null) return body;
    throw problemOf(host, answer.status, reasonOf(body));
  };
}

async function tokenFor(ctx: Ctx<SourceLive>, { accountId }: SourceConfig, host: string): Promise<string> {
  try {
    return await accessTokenOf(ctx, accountId!, { call: "planner.refresh", host });
  } catch (cause) {
    const needsPerson = [ReconnectError, InvalidError, NotFoundError].some((kind) => cause instanceof kind);
    throw needsPerson ? new AuthRequiredError(messageOf(cause), { cause }) : cause;
  }
}

function parsed(bytes: Uint8Array): object | null {
  try {
    const value = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

/** Returns the code of an error. The server's message is not shown. */
function reasonOf(body: object | null): string {
  const { errors } = recordOf(recordOf(body).error);
  const { reason } = recordOf(Array.isArray(errors) ? errors[0] : null);
  return typeof reason === "string" && /^[A-Za-z]{1,60}$/.test(reason) ? reason : "no reason";
}

function problemOf(host: string, status: number, reason: string): Error {
  if (status === 401) {
    return new AuthRequiredError(
      `${host} rejected the account's access (401). Connect the account again on the Connections page.`,
    );
  }
  if (status === 403 && !QUOTA.test(reason)) {
    return new AuthRequiredError(
      `${host} does not allow reading this account's calendars (403, ${reason}). Enable the Calendar API in the app's project, and connect the account again with the scope https://www.googleapis.com/auth/calendar.readonly.`,
    );
  }
  return new UnavailableError(`${host} answered with ${status} (${reason}) instead of calendars.`);
}
