import { join } from "node:path";

/** What the service creates or reads in a storage directory; other files are left alone. */
const OWN = [
  ...[
    "harness.db",
    "harness.db-wal",
    "harness.db-shm",
    "head.json",
    "lock",
    "providers.json",
    "sandbox.json",
    "signing-key.json",
  ],
  ...[
    "agents",
    "artifacts",
    "backups",
    "logs",
    "repositories",
    "samples",
    "secrets",
    "setups",
    "transcripts",
  ],
  "workspaces",
];

/**
 * Removes all permissions of other users from a storage directory and from what the service keeps in it. Does not
 * follow links; deeper files are protected by these directories. Returns a sentence for the log if others had access,
 * else null.
 */
export function makePrivate(directory: string): string | null {
  if (Deno.build.os === "windows") return null;
  const before = Deno.statSync(directory);
  tighten(directory, before);
  for (const name of OWN) {
    const path = join(directory, name);
    try {
      tighten(path, Deno.lstatSync(path));
    } catch (cause) {
      if (!(cause instanceof Deno.errors.NotFound)) throw cause;
    }
  }
  if (!isOpen(before)) return null;
  const had = `Other users had access to ${directory} (mode ${modeOf(before)}).`;
  return isOpen(Deno.statSync(directory))
    ? `${had} The permissions could not be changed: the owner or the disk does not allow it.`
    : `${had} Now only this user has access (mode 0700).`;
}

const isOpen = ({ mode }: Deno.FileInfo): boolean => ((mode ?? 0) & 0o077) !== 0;
const modeOf = ({ mode }: Deno.FileInfo): string => ((mode ?? 0) & 0o777).toString(8).padStart(4, "0");

function tighten(path: string, info: Deno.FileInfo): void {
  if (info.isSymlink || !isOpen(info)) return;
  try {
    Deno.chmodSync(path, info.mode! & 0o700);
  } catch {
    // Another owner's, or a disk without modes.
  }
}
