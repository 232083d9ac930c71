import { resolve } from "node:path";
import { EXIT } from "../exit_codes.ts";
import type { Shell } from "../shell.ts";
import { paint } from "../terminal/paint.ts";
import { checkLines, opening } from "./checks.ts";
import { type PassphraseOptions, readPassphrase } from "./passphrase.ts";
import { LOCAL } from "../local.later.ts";
import { localTime } from "../render/cell.ts";

/** Verifies a backup or a restored directory. Returns 0 only if every check passes. */
export async function verify(
  shell: Shell,
  typed: string,
  options: PassphraseOptions & { json?: boolean },
): Promise<number> {
  const { output } = shell;
  const path = resolve(typed);
  const passphrase = await readPassphrase(shell, options);
  const { verifyBackup } = await LOCAL.verifyBackup();
  const report = await opening(path, passphrase, (signal) => verifyBackup(path, passphrase, signal));
  if (options.json) output.json(report);
  else {
    for (const line of checkLines(report)) output.data(line);
    output.data(
      report.ok
        ? `\n${paint.green("The backup is good.")} ${
          report.manifest ? `Created ${localTime(report.manifest.createdAt)}.` : ""
        }`
        : `\n${paint.red("The backup is damaged.")} Use another one.`,
    );
  }
  return report.ok ? EXIT.done : EXIT.failed;
}
