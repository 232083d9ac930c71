import { join } from "node:path";
import { temporaryRoot } from "./control.ts";
import type { Control } from "./types.ts";

/** A directory in storage that is removed when its scope ends. */
export interface TemporaryDirectory extends AsyncDisposable {
  readonly path: string;
}

/** Makes a directory for short-lived files; use it with `await using`. */
export async function temporaryDirectory(control: Control): Promise<TemporaryDirectory> {
  const path = await Deno.makeTempDir({ dir: temporaryRoot(control) });
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}

/** Returns the name for an index file in a temporary directory. */
export function temporaryIndex(directory: TemporaryDirectory): string {
  return join(directory.path, "index");
}
