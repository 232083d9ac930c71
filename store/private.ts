import { join } from "node:path";

/** What the service makes or reads in a storage directory; whatever else lies there is left alone. */
const OWN = [
  ...[
    "harness.db",
    "harness.db-wal",
    "harness.db-shm",
    "head.json",
    "lock",
    "providers.json",
    "sandbox.json",
  ],
  ...["agents", "artifacts", "backups", "logs", "repositories", "samples", "secrets", "workspaces"],
];

/**
 * Takes every permission of other users away from a storage directory and from what the service keeps in it; links are not
 * followed. What lies deeper is behind these directories. Returns the directory's former mode when others had access to it.
 */
export function makePrivate(directory: string): number | null {
  if (Deno.build.os === "windows") return null;
  const before = Deno.statSync(directory).mode ?? 0o700;
  const isOpen = (before & 0o077) !== 0;
  if (isOpen) Deno.chmodSync(directory, before & 0o700);
  for (const name of OWN) tighten(join(directory, name));
  return isOpen ? before & 0o777 : null;
}

function tighten(path: string): void {
  let info: Deno.FileInfo;
  try {
    info = Deno.lstatSync(path);
  } catch {
    return; // not made yet
  }
  if (info.isSymlink || info.mode === null || (info.mode & 0o077) === 0) return;
  if (info.uid === Deno.uid()) Deno.chmodSync(path, info.mode & 0o700);
}
