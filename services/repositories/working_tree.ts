import { join } from "node:path";
import { removeFile } from "./files.ts";
import { withKeptIndex } from "./kept_index.ts";
import type { Control, Workspace } from "./types.ts";
import { captureTree } from "./workspace.ts";

type Target = Pick<Workspace, "directory" | "commit">;

/**
 * The tree of what a working tree holds now, made in the private repository. The index is kept for the next look, which
 * then reads only what changed; looks that go on at the same time each have their own.
 */
export async function workingTree(control: Control, target: Target, signal: AbortSignal): Promise<string> {
  const kept = join(control.gitDir, "checklist.index");
  const own = `${kept}.${crypto.randomUUID()}`;
  try {
    await Deno.copyFile(kept, own).catch((cause) => {
      if (!(cause instanceof Deno.errors.NotFound)) throw cause;
    });
    const tree = await withKeptIndex(own, () => captureTree(control, { ...target, indexFile: own }, signal));
    await Deno.rename(own, kept);
    return tree;
  } finally {
    for (const suffix of ["", ".new"]) await removeFile(`${own}${suffix}`);
  }
}
