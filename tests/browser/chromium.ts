import { type Browser, chromium } from "playwright-core";
import { testNeeding } from "../kit/skip.ts";
import { findChromium, findWindowedChromium } from "./find_chromium.ts";

/** The browser of the tests; null when there is none. */
export const CHROMIUM: string | null = findChromium();

/** What to do where there is no browser; null where there is one. */
export const NO_BROWSER: string | null = CHROMIUM === null
  ? "There is no browser. Run `deno task test`, which gets one from npm, or apt-get install chromium-headless-shell, or name one with AGENT_HARNESS_TEST_CHROMIUM."
  : null;

/** A browser that shows notifications; null when there is none. */
export const WINDOWED_CHROMIUM: string | null = findWindowedChromium();

/** Starts a Chromium without showing its windows; close it. */
export const openChromium = async (executablePath = CHROMIUM!): Promise<Browser> =>
  await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });

let shared: Promise<Browser> | null = null;

/** The one Chromium of a test file, started for its first test; each test has contexts of its own. */
export const sharedChromium = (): Promise<Browser> => shared ??= openChromium();

Deno.test.afterAll(async () => await (await shared)?.close());

/** A test that needs a browser: left out, and named, where there is none. */
export const browserTest = (name: string, fn: () => Promise<void>): void =>
  testNeeding(NO_BROWSER, {
    name,
    fn,
    // The browser outlives the test, with a process, sockets and timers of its own.
    sanitizeOps: false,
    sanitizeResources: false,
  });
