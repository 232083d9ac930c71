import { type Browser, chromium } from "playwright-core";

/** Where a Chromium is on the systems that people test on, besides the PATH. */
const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const PLACES = ["/usr/bin", "/usr/local/bin", "/snap/bin", "/opt/google/chrome"];

/** The Chromium of this machine; null when there is none. */
export function findChromium(): string | null {
  const named = Deno.env.get("AGENT_HARNESS_TEST_CHROMIUM");
  if (named) return named;
  const directories = [...(Deno.env.get("PATH") ?? "").split(":"), ...PLACES].filter(Boolean);
  for (const directory of directories) {
    for (const name of NAMES) {
      try {
        if (Deno.statSync(`${directory}/${name}`).isFile) return `${directory}/${name}`;
      } catch {
        continue;
      }
    }
  }
  return null;
}

/** Starts a headless Chromium; close it. */
export const openChromium = async (): Promise<Browser> =>
  await chromium.launch({ executablePath: findChromium()!, args: ["--no-sandbox"] });

const absent = findChromium() === null;
if (absent) {
  const sentence =
    "No Chromium was found, so no page of the dashboard is tested. Install one (Debian: apt install " +
    "chromium), or name it in AGENT_HARNESS_TEST_CHROMIUM.\n";
  Deno.stderr.writeSync(new TextEncoder().encode(sentence));
}

/** A test that needs a browser: ignored, and said so, where there is none. */
export const browserTest = (name: string, fn: () => Promise<void>): void =>
  Deno.test({ name, fn, ignore: absent });
