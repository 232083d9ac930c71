import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { BundleManifest } from "../git/types.ts";

/** A file that was changed more recently may be changed again without another time, as clocks of file systems have steps. */
const MIN_AGE_NANOSECONDS = 1_000_000_000n;

/**
 * Returns a text that changes when one of a bundle's files is touched, from their inodes, sizes, modes and times; no content
 * is read. Null if a file cannot be inspected, or was changed so recently that its next change might not show.
 */
export function signatureOf(root: string, { files }: BundleManifest, now: Date): string | null {
  const youngest = BigInt(now.getTime()) * 1_000_000n - MIN_AGE_NANOSECONDS;
  const parts: string[] = [];
  try {
    for (const { path } of files) {
      const found = lstatSync(join(root, path), { bigint: true, throwIfNoEntry: false });
      if (found && found.ctimeNs > youngest) return null;
      const { dev, ino, mode, size, mtimeNs, ctimeNs } = found ?? {};
      parts.push([dev, ino, mode, size, mtimeNs, ctimeNs].join("/"));
    }
  } catch {
    return null;
  }
  return parts.join(" ");
}
