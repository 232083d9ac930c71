import { sha256 } from "../../store/chain.ts";
import type { Core } from "../kernel/context.ts";
import type { BundleManifest } from "../repositories/types.ts";

/** A cache of manifests by hash; their content cannot change. */
const cache = new Map<string, BundleManifest>();
const MAX_CACHED = 32;

/** Returns the manifest with that hash; null if its artifact is missing or was changed. */
export function readManifest(ctx: Pick<Core, "artifacts">, hash: string): BundleManifest | null {
  const cached = cache.get(hash);
  if (cached) return cached;
  let bytes: Uint8Array;
  try {
    bytes = Deno.readFileSync(ctx.artifacts.path(hash));
  } catch {
    return null;
  }
  if (sha256(bytes) !== hash) return null;
  const manifest = JSON.parse(new TextDecoder().decode(bytes)) as BundleManifest;
  if (cache.size >= MAX_CACHED) cache.delete(cache.keys().next().value!);
  cache.set(hash, manifest);
  return manifest;
}

/** Returns the manifest with that hash. Throws if its artifact is missing or was changed. */
export function requireManifest(ctx: Pick<Core, "artifacts">, hash: string): BundleManifest {
  const manifest = readManifest(ctx, hash);
  if (!manifest) throw new Error(`the manifest ${hash} is missing or has changed`);
  return manifest;
}
