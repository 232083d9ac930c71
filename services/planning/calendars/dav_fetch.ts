import type { SourceConfig } from "../../../store/planner/settings.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { UnavailableError } from "../../ground/kernel/errors.ts";
import { type OutboundMethod, request } from "../../accounts/outbound/request.ts";
import { AuthRequiredError } from "./content.ts";
import { allowedOf, authorizedHeaders } from "./credentials.ts";
import type { SourceLive } from "./live.ts";
import { declaresEntities } from "./declares_entities.ts";
import { isWholeList } from "./dav_objects.ts";
import { withPlainText } from "./dav_text.ts";

const MAX_ANSWER_BYTES = 5 * 1024 * 1024;

/** The limit of requests in one refresh, in case a server redirects in circles. */
const MAX_REQUESTS = 500;

/**
 * Returns a `fetch` for one CalDAV server. It only contacts the configured origin, whatever a response names: otherwise the
 * library would send the password there. Responses that declare entities are refused before they are parsed.
 */
export async function davFetch(
  ctx: Ctx<SourceLive>,
  config: SourceConfig,
  signal: AbortSignal,
  call = "planner.refresh",
): Promise<typeof fetch> {
  const { origin, host } = new URL(config.url!);
  const credentials = await authorizedHeaders(ctx, config, host, call);
  const allowed = allowedOf(config);
  let left = MAX_REQUESTS;
  return async (target, init = {}) => {
    const url = String(target instanceof Request ? target.url : target);
    if (new URL(url).origin !== origin) {
      const other = new URL(url).host;
      throw new UnavailableError(
        `${host} refers to ${other}, which is another server. If that is intended, set it as the url.`,
      );
    }
    if (left-- <= 0) {
      throw new UnavailableError(`${host} requires more than ${MAX_REQUESTS} requests in one refresh.`);
    }
    const { status, headers, body } = await request(ctx.outbound, {
      url,
      method: (init.method ?? "GET") as OutboundMethod,
      headers: plainHeaders(init.headers),
      credentials,
      ...(typeof init.body === "string" && { body: init.body }),
      allowed,
      limits: { bodyBytes: MAX_ANSWER_BYTES },
      signal,
    });
    if (status === 401) {
      throw new AuthRequiredError(
        `${host} rejected the credentials (401). Check username and secret.`,
      );
    }
    const text = new TextDecoder().decode(body);
    if (isXml(init.method) && declaresEntities(text)) {
      throw new UnavailableError(`${host} answered with XML that declares entities, which is not allowed.`);
    }
    // The library reads what is there, and what is not would count as removed.
    if (status === 207 && !isWholeList(text)) {
      throw new UnavailableError(`${host} answered with a list that is cut off.`);
    }
    const content = isXml(init.method) ? withPlainText(text) : text;
    const answer = new Response([204, 304].includes(status) ? null : content, { status, headers });
    Object.defineProperty(answer, "url", { value: url });
    return answer;
  };
}

/** Whether a response is XML: of what the library asks for, only an event by its own address is not. */
const isXml = (method: string | undefined): boolean => (method ?? "GET") !== "GET";

const SENT = new Set(["content-type", "depth", "prefer", "accept", "if-match", "if-none-match"]);

const plainHeaders = (headers: HeadersInit | undefined): Record<string, string> =>
  Object.fromEntries([...new Headers(headers)].filter(([name]) => SENT.has(name)));
