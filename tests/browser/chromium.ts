import { type Browser, chromium } from "playwright-core";
import { testNeeding } from "../kit/skip.ts";
import { findChromium, findWindowedChromium } from "./find_chromium.ts";

/** The browser of the tests; null if there is none. */
export const CHROMIUM: string | null = findChromium();

/** How to install a browser; null if there is one. */
export const NO_BROWSER: string | null = CHROMIUM === null
  ? "There is no browser. Run `deno task test`, which gets one from npm, or apt-get install chromium-headless-shell, or name one with AGENT_HARNESS_TEST_CHROMIUM."
  : null;

/** A browser that supports notifications; null if there is none. */
export const WINDOWED_CHROMIUM: string | null = findWindowedChromium();

/** Starts Chromium without windows. The caller closes it. */
export const openChromium = async (executablePath = CHROMIUM!): Promise<Browser> =>
  await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });

let shared: Promise<Browser> | null = null;

/** Returns the Chromium of a test file, started with its first test; each test has its own contexts. */
export const sharedChromium = (): Promise<Browser> => shared ??= openChromium();

Deno.test.afterAll(async () => await (await shared)?.close());

/** Registers a test that needs a browser; without one, the test is ignored. */
export const browserTest = (name: string, fn: () => Promise<void>): void =>
  testNeeding(NO_BROWSER, {
    name,
    fn,
    // The browser and its process, sockets and timers outlive the test.
    sanitizeOps: false,
    sanitizeResources: false,
  });
