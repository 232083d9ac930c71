import { join } from "node:path";
import { requireCapturable } from "../git/limits.ts";
import { temporaryDirectory } from "../git/temporary.ts";
import type { Control } from "../git/types.ts";

/** Checks that a target can be recorded as a whole, without recording it. Throws what `requireCapturable` throws. */
export async function requireSmallDirectory(control: Control, signal: AbortSignal): Promise<void> {
  await using temporary = await temporaryDirectory(control);
  const indexFile = join(temporary.path, "none");
  await requireCapturable({ gitDir: control.gitDir, workTree: control.repository.root, indexFile, signal });
}
