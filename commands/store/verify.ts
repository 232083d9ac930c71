import { checkAudit } from "../doctor/audit.ts";
import { isHeld } from "../service/held.ts";
import { EXIT } from "../exit_codes.ts";
import { connect } from "../service/connection.ts";
import type { Shell } from "../shell.ts";
import type { StoreOptions } from "./options.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import { withProgress } from "../terminal/progress.ts";
import { pad } from "../terminal/width.ts";
import { storageNeeded } from "./storage.ts";

/** Verifies the store, here or through the service that uses it. Returns the exit code. */
export async function verify(shell: Shell, options: StoreOptions): Promise<number> {
  const { output, environment } = shell;
  const path = storageNeeded(shell, options.storage);
  let doing = "Verifying";
  const work = checkAudit({ path, held: isHeld(path), findings: [] }, connect(shell, options), {
    environment,
    progress: (percent) => doing = `Verifying, ${percent} %`,
  });
  const checks = await withProgress(output, () => doing, work);
  const ok = checks.every(({ status }) => status === "ok");
  if (options.json) output.json({ ok, storageDirectory: path, checks });
  else {
    for (const { name, status, detail, fix } of checks) {
      const sign = status === "ok" ? paint.green("✓") : paint.red("✗");
      output.data(`${sign} ${pad(name, 15)} ${oneLine(detail)}`);
      if (fix !== undefined) output.data(`${" ".repeat(17)} ${paint.bold(fix)}`);
    }
  }
  return ok ? EXIT.done : EXIT.failed;
}
