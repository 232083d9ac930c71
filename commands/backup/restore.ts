import { resolve } from "node:path";
import type { ArchiveManifest } from "../../services/operations/backups/archive/manifest.ts";
import { EXIT } from "../exit_codes.ts";
import { nextSteps } from "../next_steps.ts";
import type { Shell } from "../shell.ts";
import { shellWord } from "../../client/shell_word.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import { checkLines, opening } from "./checks.ts";
import { type PassphraseOptions, readPassphrase } from "./passphrase.ts";
import { LOCAL } from "../local.later.ts";
import { localTime } from "../render/cell.ts";

/** Restores a backup into a new directory. Returns 0 only if it was restored and verified. */
export async function restore(
  shell: Shell,
  typed: string,
  options: PassphraseOptions & { json?: boolean; to: string },
): Promise<number> {
  const { output } = shell;
  const [path, to] = [resolve(typed), resolve(options.to)];
  const passphrase = await readPassphrase(shell, options);
  const { restoreBackup } = await LOCAL.restoreBackup();
  const report = await opening(path, passphrase, (signal) => restoreBackup(path, to, passphrase, signal));
  if (options.json) output.json({ ...report, directory: report.ok ? to : null });
  else if (!report.ok) {
    for (const line of checkLines(report)) output.data(line);
    output.data(`\n${paint.red("Nothing was restored:")} the backup is damaged.`);
  } else {
    output.data(`${paint.green("✓")} Restored and verified: ${paint.bold(oneLine(to))}`);
    for (const note of notes(report.manifest!)) output.data(`  ${note}`);
    nextSteps(output, [`export AGENT_HARNESS_STORAGE_DIR=${shellWord(to)}`, "agent-harness serve"]);
  }
  return report.ok ? EXIT.done : EXIT.failed;
}

/** Returns what a person has to know before starting a service on it. */
function notes({ createdAt, chainHead, secrets }: ArchiveManifest): string[] {
  const of = `It was created ${
    localTime(createdAt)
  }, with ${chainHead.sequence} entries. Nothing later is in it.`;
  if (!secrets.included) return [of, "It contains no secrets. Set them again."];
  if (secrets.files === 0 || secrets.masterKeyIncluded) return [of];
  return [
    of,
    "It does not contain the key of its secrets. Copy your secrets/master.key there, or set AGENT_HARNESS_MASTER_KEY.",
  ];
}
