import { isAbsolute, join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { canInstall, install, PACKAGES } from "../debian.ts";

/** The same browser without its windows comes first: it takes less than half of the time of a processor. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
  "microsoft-edge",
] as const;

const PLACES = [
  "/usr/bin/chromium",
  "/usr/lib/chromium/chromium",
  "/snap/bin/chromium",
  "/opt/google/chrome/chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/** A browser to test with: the one that is named, one on the PATH, or one in a well-known place; null without any. */
export function findChromium(): string | null {
  const named = Deno.env.get("AGENT_HARNESS_TEST_CHROMIUM");
  if (named) {
    if (isFile(named)) return named;
    throw new Error(`AGENT_HARNESS_TEST_CHROMIUM is "${named}", and there is no such file.`);
  }
  const separator = Deno.build.os === "windows" ? ";" : ":";
  const directories = (Deno.env.get("PATH") ?? "").split(separator).filter(isAbsolute);
  const onPath = NAMES.flatMap((name) => directories.map((directory) => join(directory, name)));
  return [...onPath, ...PLACES].find(isFile) ?? null;
}

const isFile = (path: string): boolean => {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
};

/** Installs Debian's browser where that needs nobody: by root, in a machine that builds. Gives whether there is one now. */
const installed = (): boolean =>
  Deno.env.has("CI") && canInstall() && install([PACKAGES[NAMES[0]]], "null") && findChromium() !== null;

/** The browser of the tests; null when there is none and none can be installed, which is then said loudly. */
export const CHROMIUM: string | null = findChromium() ?? (installed() ? findChromium() : null);

if (CHROMIUM === null) {
  const sentence =
    "NO BROWSER: the tests of the dashboard are skipped. Install Chromium (Debian: apt-get install chromium-headless-shell, or chromium), or name one with AGENT_HARNESS_TEST_CHROMIUM.";
  Deno.stderr.writeSync(new TextEncoder().encode(`\n${sentence}\n\n`));
}

/** Starts a headless Chromium; close it. */
export const openChromium = async (): Promise<Browser> =>
  await chromium.launch({ executablePath: CHROMIUM!, args: ["--no-sandbox", "--disable-dev-shm-usage"] });

let shared: Promise<Browser> | null = null;

/** The one Chromium of a test file, started for its first test; each test has contexts of its own. */
export const sharedChromium = (): Promise<Browser> => shared ??= openChromium();

Deno.test.afterAll(async () => await (await shared)?.close());

/** A test that needs a browser: ignored where there is none, which has been said. */
export const browserTest = (name: string, fn: () => Promise<void>): void =>
  Deno.test({
    name,
    fn,
    ignore: CHROMIUM === null,
    // The browser outlives the test, with a process, sockets and timers of its own.
    sanitizeOps: false,
    sanitizeResources: false,
  });
