import { createHash } from "node:crypto";
import { openContents } from "../git/content.ts";
import { SYMLINK } from "../git/trees.ts";
import type { Control, FileMode, FileState } from "../git/types.ts";

/** A blob at a path of a tree whose working tree bytes are needed. */
export interface StateRequest {
  readonly path: string;
  readonly mode: FileMode;
  readonly blob: string;
}

/** Returns hash and size of the working tree bytes of some paths of one tree, by path. */
export async function fileStates(
  control: Control,
  tree: string,
  requests: readonly StateRequest[],
): Promise<Map<string, FileState>> {
  const states = new Map<string, FileState>();
  if (requests.length === 0) return states;
  await using contents = await openContents(control, tree);
  contents.announce(requests);
  const ident = await contents.withIdent(
    requests.filter(({ mode }) => mode !== SYMLINK).map(({ path }) => path),
  );
  const stored = await contents.storedSizes(requests.map(({ blob }) => blob));
  for (const { path, mode, blob } of requests) {
    const hash = createHash("sha256");
    let size = 0;
    for await (const chunk of contents.read({ path, mode, blob })) {
      hash.update(chunk);
      size += chunk.length;
    }
    const isIdent = ident.has(path) && { ident: true as const };
    const isConverted = mode !== SYMLINK && (stored.get(blob) ?? size) !== size && { endings: true as const };
    const isAnyMode = control.repository.anyMode && mode !== SYMLINK && { anyMode: true as const };
    const extent = { sha256: hash.digest("hex"), size };
    states.set(path, { mode, blob, ...extent, ...isIdent, ...isConverted, ...isAnyMode });
  }
  return states;
}
