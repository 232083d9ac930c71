import { type Browser, chromium } from "playwright-core";
import { testNeeding } from "../kit/skip.ts";
import { findChromium, findWindowedChromium } from "./find_chromium.ts";
import { CHROMIUM_OPTIONS, ENDPOINT_VARIABLE } from "./lend_chromium.ts";

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
  await chromium.launch({ ...CHROMIUM_OPTIONS, executablePath });

let shared: Promise<Browser> | null = null;

/**
 * Returns the Chromium that the run of tests has lent, or one of this process, started with its first test; each test has its own
 * contexts. A Chromium that has died is replaced.
 */
export async function sharedChromium(): Promise<Browser> {
  const before = await shared;
  if (before?.isConnected()) return before;
  if (before) say("A Chromium of the tests has died. The next test has a new one.");
  shared = before ? openChromium() : connectOrOpen();
  return await shared;
}

async function connectOrOpen(): Promise<Browser> {
  const endpoint = Deno.env.get(ENDPOINT_VARIABLE);
  if (endpoint === undefined) return await openChromium();
  try {
    return await chromium.connect(endpoint);
  } catch {
    say("The Chromium of this run of tests does not answer. This file has its own.");
    return await openChromium();
  }
}

const say = (text: string) => Deno.stderr.writeSync(new TextEncoder().encode(`${text}\n`));

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
