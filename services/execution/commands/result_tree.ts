import { readManifest } from "../../control/approvals/manifest.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import {
  type BundleManifest,
  type Control,
  hasObjects,
  treeWithPatch,
} from "../../machine/repositories/mod.ts";

type Reads = Pick<Core, "artifacts">;
type KeptBundle = { readonly manifestSha256: string; readonly patchSha256: string };

/**
 * Returns the manifest of a bundle whose result is there. Where its git objects are lost, as in a restored backup, its patch makes
 * them again, so no prune may be in progress. Null if that is not possible.
 */
export async function findResult(
  ctx: Reads,
  control: Control,
  { manifestSha256, patchSha256 }: KeptBundle,
): Promise<BundleManifest | null> {
  const manifest = readManifest(ctx, manifestSha256);
  if (manifest === null) return null;
  const { baseCommit, baseTree, resultTree } = manifest;
  if (await hasObjects(control, resultTree)) return manifest;
  if (!await hasObjects(control, baseCommit)) return null;
  const made = await treeWithPatch(control, baseTree, await ctx.artifacts.read(patchSha256));
  return made === resultTree ? manifest : null;
}

/** The same for the result of a run. Throws `InvalidError` if it is lost. */
export async function requireResult(
  ctx: Reads,
  control: Control,
  { id, bundle }: { readonly id: string; readonly bundle?: KeptBundle | undefined },
): Promise<BundleManifest> {
  const manifest = bundle ? await findResult(ctx, control, bundle) : null;
  if (manifest !== null) return manifest;
  throw new InvalidError(
    `The git objects of the result of ${id} are no longer there, and its patch does not make them again: ` +
      "the commit that the work began from is missing, or an artifact of the run.",
  );
}
