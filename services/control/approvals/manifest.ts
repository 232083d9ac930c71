import { sha256 } from "../../../store/chain.ts";
import { Recent } from "../../../store/recent.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { ownedBy } from "../../ground/kernel/owned_by.ts";
import type { BundleManifest } from "../../machine/repositories/git/types.ts";

/** Manifests by hash, as many as a list shows: their content cannot change. The weight is their bytes. */
const cacheOf = ownedBy<Core["artifacts"], Recent<BundleManifest>>(
  () => new Recent(1_000, 8 * 1024 * 1024),
);

/** Returns the manifest with that hash; null if its artifact is missing or was changed. */
export function readManifest(ctx: Pick<Core, "artifacts">, hash: string): BundleManifest | null {
  const cache = cacheOf(ctx.artifacts);
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
  cache.set(hash, manifest, bytes.length);
  return manifest;
}

/** Returns the manifest with that hash. Throws if its artifact is missing or was changed. */
export function requireManifest(ctx: Pick<Core, "artifacts">, hash: string): BundleManifest {
  const manifest = readManifest(ctx, hash);
  if (!manifest) throw new Error(`the manifest ${hash} is missing or has changed`);
  return manifest;
}
