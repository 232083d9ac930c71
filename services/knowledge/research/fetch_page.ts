import type { Ctx } from "../../ground/kernel/context.ts";
import { UnavailableError } from "../../ground/kernel/errors.ts";
import { parseTarget, type Target } from "../../machine/network/allowed_host.ts";
import { readDestination } from "../../accounts/outbound/destination.ts";
import type { OutboundLive } from "../../accounts/outbound/part.ts";
import { type OutboundAnswer, request } from "../../accounts/outbound/request.ts";
import { ParseError } from "../../ground/parsing/error.ts";
import { settingsOf } from "../../planning/planner_settings/settings.ts";
import { takeFetchTurn } from "./fetch_turns.ts";
import { MAX_PAGE_BYTES } from "./page/limits.ts";
import { EMPTY_PAGE } from "./page/empty_page.ts";
import type { ReadPage } from "./page/page.ts";
import { parsePage } from "./page/parse.ts";
import type { SourceMetadata } from "./source_schemas.ts";

/** A fetched page: its metadata, and its text. */
type FetchedPage = { metadata: SourceMetadata; page: ReadPage };

const READ = /^(?:text\/|application\/(?:xhtml\+xml|json|ld\+json|xml|yaml|x-yaml|rss\+xml|atom\+xml)$)/;

/**
 * Fetches a page and reads it in a separate process. `article` says whether to look for its article. Throws
 * `OutboundError` if the address is refused or gives no response, and `UnavailableError` if the page cannot be read.
 */
export async function fetchPage(ctx: Ctx<OutboundLive>, url: string, article: boolean): Promise<FetchedPage> {
  const { target } = readDestination(url);
  using _turn = await takeFetchTurn(ctx, target.host);
  const answer = await request(ctx.outbound, {
    url,
    headers: { accept: "text/html, application/xhtml+xml, text/plain;q=0.9, */*;q=0.5" },
    allowed: hostsOf(settingsOf(ctx).privateHosts),
    limits: { bodyBytes: MAX_PAGE_BYTES },
  });
  const [mediaType, charset] = typeOf(answer.headers.get("content-type"));
  const page = READ.test(mediaType)
    ? await parsePage({ url: answer.url, mediaType, charset, article }, answer.body).catch(unreadable)
    : { ...EMPTY_PAGE, warnings: [`Content of the type ${mediaType} is not read, only text.`] };
  const { title, description, siteName, author, publishedAt, language, image, canonicalUrl } = page;
  const about = { canonicalUrl, title, description, siteName, author, publishedAt, language, image };
  const metadata = {
    url,
    finalUrl: answer.url,
    ...about,
    redirects: answer.receipt.hops.slice(0, -1).map((hop) => hop.url),
    status: answer.status,
    mediaType,
    bytes: answer.body.length,
    sha256: answer.receipt.bodySha256!,
    fetchedAt: answer.receipt.at,
    warnings: [...warningsOf(url, answer, page), ...page.warnings],
  };
  return { metadata, page };
}

/** The hosts of the operator's own network that may be read. */
export const hostsOf = (texts: readonly string[]): Target[] =>
  texts.flatMap((text) => parseTarget(text) ?? []);

/** An unreadable page is not the caller's fault. */
function unreadable(cause: unknown): never {
  throw cause instanceof ParseError ? new UnavailableError(cause.message, { cause }) : cause;
}

function typeOf(header: string | null): [mediaType: string, charset: string | null] {
  const text = header ?? "";
  const mediaType = /^\s*([\w.+-]+\/[\w.+-]+)/.exec(text)?.[1]?.toLowerCase() ?? "application/octet-stream";
  return [mediaType, /;\s*charset\s*=\s*"?([\w-]+)/i.exec(text)?.[1] ?? null];
}

function warningsOf(
  url: string,
  { status, url: finalUrl }: OutboundAnswer,
  { canonicalUrl }: ReadPage,
): string[] {
  const [asked, final] = [new URL(url).host, new URL(finalUrl).host];
  const canonical = canonicalUrl === null ? final : new URL(canonicalUrl).host;
  return [
    ...(status >= 400 ? [`${final} answered with ${status}.`] : []),
    ...(asked === final ? [] : [`${asked} led to another host, ${final}.`]),
    ...(canonical === final ? [] : [`The page names an address on another host as its own, ${canonical}.`]),
  ];
}
