import { ArtifactDamagedError } from "../../../store/artifacts.ts";
import { distinctWordsOf } from "../../../store/project_context/terms.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { UnavailableError } from "../../ground/kernel/errors.ts";

type Source = { path: string; sha256: string };

/** Stores the content of a version; returns the data for its event, which the caller records in the same turn. */
export function storeContent(ctx: Ctx, content: string, source: Source | null) {
  const { sha256, size } = ctx.artifacts.writeSync(new TextEncoder().encode(content));
  return { contentSha256: sha256, size, terms: distinctWordsOf(content), source };
}

/** Returns the content of a version after checking its hash. Throws `UnavailableError` when it is missing or damaged. */
export async function readContent(ctx: Ctx, contentSha256: string): Promise<string> {
  try {
    return await ctx.artifacts.readText(contentSha256);
  } catch (cause) {
    if (!(cause instanceof ArtifactDamagedError)) throw cause;
    throw new UnavailableError(cause.message, { cause });
  }
}

/** Returns the beginning of a text that fits into `bytes` of UTF-8, cut after a line if possible. */
export function cutToBytes(text: string, bytes: number): string {
  const encoded = new TextEncoder().encode(text);
  if (encoded.length <= bytes) return text;
  let end = Math.max(0, bytes);
  while (end > 0 && (encoded[end]! & 0xc0) === 0x80) end--;
  const newline = encoded.subarray(0, end).lastIndexOf(0x0a);
  return new TextDecoder().decode(encoded.subarray(0, newline >= 0 ? newline + 1 : end));
}
