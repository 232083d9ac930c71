import { diffTrees, editTree } from "./trees.ts";
import type { Control } from "./types.ts";

/** The trees of `rebaseTree`. */
export interface RebaseInput {
  readonly from: string;
  readonly to: string;
  readonly onto: string;
  /** Leaves all other paths as they are. */
  readonly only?: readonly string[];
}

/**
 * Returns the tree `onto` with every path that differs between `from` and `to` as `to` has it. With `from` captured
 * after a setup command, what the setup changed does not come along; throws what `git` throws.
 */
export async function rebaseTree(control: Control, { from, to, onto, only }: RebaseInput): Promise<string> {
  const decoder = new TextDecoder();
  const changes = (await diffTrees(control, from, to)).filter(({ rawPath }) =>
    only === undefined || only.includes(decoder.decode(rawPath))
  );
  return await editTree(
    control,
    onto,
    changes.map(({ newMode, newObject, rawPath }) => ({ mode: newMode, object: newObject, rawPath })),
  );
}
