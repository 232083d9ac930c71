import { diffTrees, editTree } from "../git/trees.ts";
import type { Control } from "../git/types.ts";

/** The trees of `rebaseTree`. */
export interface RebaseInput {
  readonly from: string;
  readonly to: string;
  readonly onto: string;
  /** All other paths stay unchanged. */
  readonly only?: readonly string[];
}

/**
 * Returns the tree `onto` with every path that differs between `from` and `to` taken from `to`. With `from` captured after a
 * setup command, the setup's changes are excluded; throws what `git` throws.
 */
export async function rebaseTree(control: Control, { from, to, onto, only }: RebaseInput): Promise<string> {
  if (onto === from && only === undefined) return to;
  const decoder = new TextDecoder();
  const changes = (await diffTrees(control, from, to)).filter(({ rawPath }) =>
    only === undefined || only.includes(decoder.decode(rawPath))
  );
  if (changes.length === 0) return onto;
  return await editTree(
    control,
    onto,
    changes.map(({ newMode, newObject, rawPath }) => ({ mode: newMode, object: newObject, rawPath })),
  );
}
