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

const sayAloud = (text: string) => void Deno.stderr.writeSync(new TextEncoder().encode(`${text}\n`));

/** One Chromium for many tests: the one that a run of tests has lent, or else its own. One that has died is replaced. */
export class SharedChromium {
  #browser: Promise<Browser> | null = null;

  constructor(readonly endpoint: string | undefined, readonly say = sayAloud) {}

  /** Returns it, started with the first test. */
  async get(): Promise<Browser> {
    const before = await this.#browser;
    if (before?.isConnected()) return before;
    if (before) this.say("A Chromium of the tests has died. The next test has a new one.");
    return await (this.#browser = before ? openChromium() : this.#connect());
  }

  async #connect(): Promise<Browser> {
    if (this.endpoint === undefined) return await openChromium();
    try {
      return await chromium.connect(this.endpoint);
    } catch {
      this.say("The Chromium of this run of tests does not answer. This process starts its own.");
      return await openChromium();
    }
  }

  /** Closes it, or leaves the lent one. */
  async close(): Promise<void> {
    await (await this.#browser)?.close();
  }
}

const shared = new SharedChromium(Deno.env.get(ENDPOINT_VARIABLE));

/** Returns the Chromium of the tests; each test has its own contexts. */
export const sharedChromium = (): Promise<Browser> => shared.get();

Deno.test.afterAll(() => shared.close());

/** Registers a test that needs a browser; without one, the test is ignored. */
export const browserTest = (name: string, fn: () => Promise<void>): void =>
  testNeeding(NO_BROWSER, {
    name,
    fn,
    // The browser and its process, sockets and timers outlive the test.
    sanitizeOps: false,
    sanitizeResources: false,
  });
