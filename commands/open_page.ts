import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { UsageError } from "./exit_codes.ts";
import type { Shell } from "./shell.ts";

/**
 * Returns the directory of the pages with a token. A browser reads its page after this command has ended, so the next call
 * removes the page. If the system has a directory for the session, that one is used.
 */
export function pagesDirectory({ environment }: Shell): string | null {
  const home = environment("HOME");
  const place = environment("XDG_RUNTIME_DIR") || environment("XDG_CACHE_HOME") ||
    environment("LOCALAPPDATA") || (home && join(home, ".cache"));
  return place ? join(place, "agent-harness-open") : null;
}

/** Removes the pages of earlier calls. */
export function clearPages(pages: string | null): void {
  if (pages === null) return;
  try {
    for (const { name } of Deno.readDirSync(pages)) Deno.removeSync(join(pages, name), { recursive: true });
  } catch {
    // It does not exist, or another call has removed it.
  }
}

/**
 * Returns the address of a path, or a page that only this user can read and that opens it with the token, which the service takes at
 * `/` alone. Throws `UsageError`.
 */
export function addressFor(
  service: string,
  path: string,
  token: string | undefined,
  pages: string | null,
): string {
  if (!token) return service + path;
  if (pages === null) {
    throw new UsageError(
      "There is no directory for the file that passes the token to the browser. Set HOME.",
    );
  }
  const query = new URLSearchParams({ token, ...(path !== "/" && { next: path }) });
  const target = JSON.stringify(`${service}/?${query}`).replaceAll("<", "\\u003c");
  const page = `<!doctype html><meta charset="utf-8"><title>agent-harness</title>
<meta name="referrer" content="no-referrer"><script>location.replace(${target})</script>\n`;
  Deno.mkdirSync(pages, { recursive: true, mode: 0o700 });
  Deno.chmodSync(pages, 0o700);
  const file = join(pages, `${crypto.randomUUID()}.html`);
  Deno.writeTextFileSync(file, page, { mode: 0o600, createNew: true });
  return pathToFileURL(file).href;
}
