import type { CandidateCheck } from "../../../store/verify_copy.ts";
import { checkStorage, openBackup } from "./open.ts";
import type { ArchiveManifest } from "./archive/manifest.ts";

/** Whether a backup is good, the checks, and its contents. */
export type BackupReport = {
  ok: boolean;
  path: string;
  checks: CandidateCheck[];
  manifest: ArchiveManifest | null;
};

/**
 * Verifies a backup, or a directory restored from one, in a temporary directory without changing it. Throws
 * `PassphraseError`, an I/O error if it cannot be read, and the reason of an aborted signal. Nothing is left then.
 */
export async function verifyBackup(
  path: string,
  passphrase: string | null,
  signal?: AbortSignal,
): Promise<BackupReport> {
  const report = (checks: CandidateCheck[], manifest: ArchiveManifest | null): BackupReport => ({
    ok: checks.every(({ ok }) => ok),
    path,
    checks,
    manifest,
  });
  if ((await Deno.stat(path)).isDirectory) return report(await checkStorage(path, null, signal), null);
  const scratch = await Deno.makeTempDir({ prefix: "agent-harness-backup-" });
  try {
    const { checks, manifest } = await openBackup(path, scratch, passphrase, signal);
    return report(checks, manifest);
  } finally {
    await Deno.remove(scratch, { recursive: true });
  }
}
