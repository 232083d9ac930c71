import { sha256 } from "../../../store/chain.ts";
import type { SourceConfig } from "../../../store/planner/settings.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { UnavailableError } from "../../ground/kernel/errors.ts";
import type { OutboundLive } from "../../accounts/outbound/part.ts";
import { request } from "../../accounts/outbound/request.ts";
import type { VaultLive } from "../../accounts/secrets/vault.ts";
import { webAddress } from "./configured_places.ts";
import { AuthRequiredError, type Content, contentOf, NO_SYNC, type SourceRequest } from "./content.ts";
import { decodeCalendar } from "./decode.ts";
import { allowedOf, authorizedHeaders } from "./credentials.ts";

/** Fetches a calendar feed. Null if it has not changed. Throws `AuthRequiredError`, `OutboundError`, `UnavailableError`. */
export async function fetchFeed(
  ctx: Ctx<OutboundLive & VaultLive>,
  config: SourceConfig,
  { sync, signal }: SourceRequest,
): Promise<Content | null> {
  const url = webAddress(config.url!);
  const { host } = new URL(url);
  const { status, headers, body } = await request(ctx.outbound, {
    url,
    headers: {
      accept: "text/calendar, text/plain;q=0.5, */*;q=0.1",
      ...(sync?.etag && { "if-none-match": sync.etag }),
      ...(sync?.lastModified && { "if-modified-since": sync.lastModified }),
    },
    credentials: await authorizedHeaders(ctx, config, host),
    allowed: allowedOf(config),
    secretPath: true,
    signal,
  });
  if (status === 304 && sync) return null;
  if (status === 401 || status === 403) {
    throw new AuthRequiredError(
      `${host} rejected the credentials (${status}). Check the secret of this source.`,
    );
  }
  if (status !== 200) throw new UnavailableError(`${host} answered with ${status} instead of a calendar.`);
  const bodySha256 = sha256(body);
  if (sync?.bodySha256 === bodySha256) return null;
  const [etag, lastModified] = [tokenOf(headers.get("etag")), tokenOf(headers.get("last-modified"))];
  return contentOf({
    texts: [{ ref: "feed", calendarId: "default", etag: null, text: decodeCalendar(body) }],
    full: true,
    sync: { ...NO_SYNC, etag, lastModified, bodySha256 },
  });
}

/** Returns a header that can be sent back unchanged. */
const tokenOf = (value: string | null): string | null =>
  value !== null && /^[\x20-\x7e]{1,500}$/.test(value) ? value : null;
