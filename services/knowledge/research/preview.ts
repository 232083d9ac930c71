import { sha256 } from "../../../store/chain.ts";
import { ArtifactDamagedError } from "../../../store/artifacts.ts";
import { distinctWordsOf } from "../../../store/project_context/terms.ts";
import { type ResearchSourceDocument, researchSourceStream } from "../../../store/research/source_stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { UnavailableError } from "../../ground/kernel/errors.ts";
import type { OutboundLive } from "../../accounts/outbound/part.ts";
import { fetchPage } from "./fetch_page.ts";
import { similarityOf } from "./similarity.ts";
import type { SourcePreview, SourceUrlInput } from "./source_schemas.ts";
import { entriesOf } from "../../../store/shared/records.ts";

const ID_CHARACTERS = 24;

/**
 * Reads a page, keeps its text by hash, and says what changed since it was last read. Throws `OutboundError`, and
 * `UnavailableError` if the server has no such page.
 */
export async function sourcePreview(ctx: Ctx<OutboundLive>, { url }: SourceUrlInput): Promise<SourcePreview> {
  const { metadata, page } = await fetchPage(ctx, url, true);
  if (metadata.status < 200 || metadata.status > 299) {
    throw new UnavailableError(
      `${new URL(metadata.finalUrl).host} answered with the status ${metadata.status} instead of a page.`,
    );
  }
  const id = sourceId(url);
  const { content, readable, truncated, links } = page;
  const before = ctx.store.documents.get(researchSourceStream, id) ?? null;
  const drift = before && await driftOf(ctx, before, content);
  const kept = ctx.artifacts.writeSync(new TextEncoder().encode(content));
  ctx.write(() => {
    const { finalUrl, title, description, mediaType } = metadata;
    const data = { url: normal(url), finalUrl, title, description, mediaType, ...kept };
    const now = ctx.store.documents.get(researchSourceStream, id);
    const same = now &&
      entriesOf(data).every(([name, value]) => now[name] === value);
    const event = same
      ? { type: "research.source_unchanged" as const, data: {} }
      : { type: "research.source_fetched" as const, data: { ...data, terms: distinctWordsOf(content) } };
    record(ctx, researchSourceStream, id, [event]);
  });
  ctx.artifacts.recorded(kept.sha256);
  return {
    ...metadata,
    content,
    wordCount: content.match(/[\p{L}\p{N}]+/gu)?.length ?? 0,
    readable,
    truncated,
    links,
    snapshot: { path: `artifacts/${kept.sha256.slice(0, 2)}/${kept.sha256}`, ...kept },
    drift,
  };
}

/** Returns the id of a page: the same for each spelling of its address. */
export const sourceId = (url: string): string => `src_${sha256(normal(url)).slice(0, ID_CHARACTERS)}`;

function normal(url: string): string {
  const address = new URL(url);
  address.hash = "";
  return address.href;
}

async function driftOf(
  ctx: Ctx,
  { sha256: previousSha256, readAt: previousAt }: ResearchSourceDocument,
  content: string,
): Promise<SourcePreview["drift"]> {
  const changed = sha256(content) !== previousSha256;
  const former = changed ? await readFormer(ctx, previousSha256) : content;
  return {
    previousSha256,
    previousAt,
    changed,
    similarity: former === null ? null : similarityOf(former, content),
  };
}

const readFormer = (ctx: Ctx, hash: string): Promise<string | null> =>
  ctx.artifacts.readText(hash).catch((cause) => {
    if (cause instanceof ArtifactDamagedError) return null;
    throw cause;
  });
