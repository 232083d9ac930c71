import { z } from "zod";
import type { SearchEngine } from "../../../../store/planner/settings.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { UnavailableError } from "../../../ground/kernel/errors.ts";
import type { OutboundLive } from "../../../accounts/outbound/part.ts";
import { request } from "../../../accounts/outbound/request.ts";
import { hostsOf } from "../fetch_page.ts";

const MAX_ANSWER_BYTES = 1024 * 1024;
const MAX_RESULTS = 100;

/** A result as an engine returns it. */
type SearchEngineResult = { title: string; url: string; snippet: string; engine: string };

/** The response of SearXNG with `format=json`; it has more fields. */
const answerSchema = z.object({
  results: z.array(z.object({
    url: z.string(),
    title: z.string().catch(""),
    content: z.string().nullish().catch(null),
    engine: z.string().optional().catch(undefined),
  })),
});

/** Asks the engine. Throws `OutboundError`, and `UnavailableError` if its response is not SearXNG's. */
export async function askEngine(
  ctx: Ctx<OutboundLive>,
  { kind, url, privateHost }: SearchEngine,
  query: string,
): Promise<SearchEngineResult[]> {
  const address = new URL(`${url.replace(/\/+$/, "")}/search`);
  address.searchParams.set("q", query);
  address.searchParams.set("format", "json");
  const { status, body } = await request(ctx.outbound, {
    url: address.href,
    headers: { accept: "application/json" },
    allowed: hostsOf(privateHost === null ? [] : [privateHost]),
    limits: { bodyBytes: MAX_ANSWER_BYTES },
  });
  if (status === 403) {
    throw new UnavailableError(
      `The search engine at ${address.host} answered with 403. Add \`json\` to search.formats in the settings of SearXNG.`,
    );
  }
  if (status !== 200) {
    throw new UnavailableError(`The search engine at ${address.host} answered with ${status}.`);
  }
  const parsed = answerSchema.safeParse(readJson(body));
  if (!parsed.success) {
    throw new UnavailableError(
      `The response of the search engine at ${address.host} does not have SearXNG's format.`,
    );
  }
  return parsed.data.results.slice(0, MAX_RESULTS).flatMap(({ url, title, content, engine }) =>
    URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
      ? [{
        url,
        title: plain(title, 500),
        snippet: plain(content ?? "", 500),
        engine: plain(engine ?? kind, 100),
      }]
      : []
  );
}

function readJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return null;
  }
}

const plain = (text: string, most: number): string =>
  text.replaceAll(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, " ").trim().slice(0, most).toWellFormed();
