import { isAbsolute, join } from "node:path";
import { NPM_CHROMIUM } from "./npm_chromium.ts";

const HEADLESS = "chromium-headless-shell";

/** The headless browser comes first: it needs less than half of the processor time. */
const NAMES = [
  HEADLESS,
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

/** Returns a browser: from the environment, the PATH, a usual location, or npm; null if there is none. */
export const findChromium = (): string | null => find(NAMES, [...PLACES, NPM_CHROMIUM]);

/** Returns a browser with windows, and therefore notifications; null if there is none. */
export const findWindowedChromium = (): string | null =>
  find(NAMES.filter((name) => name !== HEADLESS), PLACES);

function find(names: readonly string[], places: readonly string[]): string | null {
  const named = Deno.env.get("AGENT_HARNESS_TEST_CHROMIUM");
  if (named) {
    if (isFile(named)) return named;
    throw new Error(`AGENT_HARNESS_TEST_CHROMIUM is "${named}", and there is no such file.`);
  }
  const separator = Deno.build.os === "windows" ? ";" : ":";
  const directories = (Deno.env.get("PATH") ?? "").split(separator).filter(isAbsolute);
  const onPath = names.flatMap((name) => directories.map((directory) => join(directory, name)));
  return [...onPath, ...places].find(isFile) ?? null;
}

const isFile = (path: string): boolean => {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
};
