import { join } from "node:path";
import { ROOT } from "../kit/root.ts";
import config from "../../deno.json" with { type: "json" };

const VERSION = config.imports["@sparticuz/chromium"].split("@").at(-1)!;

/** The directory of the unpacked browser of the npm package. */
const DIRECTORY = join(ROOT, ".cache", `chromium-${VERSION}`);

/** The script that starts the browser of the npm package, written by `unpackChromium`. */
export const NPM_CHROMIUM = join(DIRECTORY, "start");

/**
 * Unpacks the browser of the npm package `@sparticuz/chromium`, once for all runs of tests; the first call downloads 66 MB. Returns
 * null, or a sentence that says why there is no browser.
 */
export async function unpackChromium(): Promise<string | null> {
  if (exists(NPM_CHROMIUM)) return null;
  if (Deno.build.os !== "linux") return `The browser from npm is for Linux, not for ${Deno.build.os}.`;
  const unpacked = join(ROOT, ".cache", `chromium-${crypto.randomUUID()}`);
  await Deno.mkdir(unpacked, { recursive: true });
  try {
    // The package unpacks into the temporary directory, and adds missing libraries if it detects AWS Lambda.
    const env = { TMPDIR: unpacked, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs22.x" };
    const program = 'import browser from "@sparticuz/chromium"; await browser.executablePath();';
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["eval", "--quiet", "--no-check", program],
      cwd: ROOT,
      env,
    }).output();
    if (!success) return `The browser from npm could not be unpacked: ${lastLine(stderr)}`;
    const refused = await refusal(unpacked, {});
    const libraries = refused === null ? null : "al2023/lib";
    const stillRefused = libraries && await refusal(unpacked, { LD_LIBRARY_PATH: join(unpacked, libraries) });
    if (stillRefused) return `The browser from npm does not start here: ${stillRefused}`;
    await Deno.writeTextFile(join(unpacked, "fonts.conf"), FONTS);
    await Deno.writeTextFile(join(unpacked, "start"), startScript(libraries), { mode: 0o755 });
    // Another process may have been faster; both write the same files.
    await Deno.rename(unpacked, DIRECTORY).catch((error) => {
      if (!exists(NPM_CHROMIUM)) throw error;
    });
    return null;
  } finally {
    await Deno.remove(unpacked, { recursive: true }).catch(() => {});
  }
}

/** Returns the error with which the browser fails to start; null if it starts. */
async function refusal(directory: string, env: Record<string, string>): Promise<string | null> {
  try {
    const command = new Deno.Command(join(directory, "chromium"), { args: ["--version"], env });
    const { success, stderr } = await command.output();
    return success ? null : lastLine(stderr);
  } catch (error) {
    return String(error);
  }
}

/** Starts the browser with `exec`, so that it receives signals, and with the package's libraries if some are missing. */
const startScript = (libraries: string | null): string =>
  [
    "#!/bin/sh",
    `export FONTCONFIG_FILE=${quoted(join(DIRECTORY, "fonts.conf"))}`,
    ...(libraries === null ? [] : [`export LD_LIBRARY_PATH=${quoted(join(DIRECTORY, libraries))}`]),
    `exec ${quoted(join(DIRECTORY, "chromium"))} "$@"`,
    "",
  ].join("\n");

const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`;

const xml = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** The machine's fonts, and the package's font for a machine without any. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${xml(DIRECTORY)}/fonts/fonts</dir>
  <cachedir>${xml(DIRECTORY)}/fonts-cache</cachedir>
</fontconfig>
`;

const lastLine = (bytes: Uint8Array): string =>
  new TextDecoder().decode(bytes).trim().split("\n").at(-1) ?? "";

function exists(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
