import { isAbsolute, join } from "node:path";
import { NPM_CHROMIUM } from "./npm_chromium.ts";

/** Needs less than half of the processor time of one with windows, and so does the one from npm, which is the same. */
const HEADLESS = "chromium-headless-shell";

const WINDOWED = [
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

/**
 * Returns a browser: from the environment, a headless one from the PATH or npm, or any other of the machine; null if there is
 * none.
 */
export const findChromium = (): string | null => findHeadless() ?? findWindowedChromium();

/** Returns the browser of the environment, or a headless one; null if there is neither. */
export const findHeadless = (): string | null =>
  namedByEnvironment() ?? [...onPath([HEADLESS]), NPM_CHROMIUM].find(isFile) ?? null;

/** Returns a browser with windows, and therefore notifications; null if there is none. */
export const findWindowedChromium = (): string | null =>
  namedByEnvironment() ?? [...onPath(WINDOWED), ...PLACES].find(isFile) ?? null;

function namedByEnvironment(): string | null {
  const named = Deno.env.get("AGENT_HARNESS_TEST_CHROMIUM");
  if (!named) return null;
  if (isFile(named)) return named;
  throw new Error(`AGENT_HARNESS_TEST_CHROMIUM is "${named}", and there is no such file.`);
}

function onPath(names: readonly string[]): string[] {
  const separator = Deno.build.os === "windows" ? ";" : ":";
  const directories = (Deno.env.get("PATH") ?? "").split(separator).filter(isAbsolute);
  return names.flatMap((name) => directories.map((directory) => join(directory, name)));
}

const isFile = (path: string): boolean => {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
};
