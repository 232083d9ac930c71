/// <reference lib="dom" />
import assert from "node:assert/strict";
import { type Browser, type BrowserContext, type BrowserContextOptions, type Page } from "playwright-core";
import { browserTest, openChromium, sharedChromium } from "./chromium.ts";
import { Place } from "./place.ts";

/** The time limit, which only a hang reaches, even on a slow machine. */
const PATIENCE_MILLISECONDS = 120_000;

/** Registers a test in a real browser, which also fails for any fault of its pages. */
export function dashboardTest(name: string, work: (tab: TestBrowser) => Promise<void>): void {
  browserTest(name, async () => {
    await using browser = new TestBrowser(await sharedChromium());
    await work(browser);
    browser.assertClean();
  });
}

/** The pages of a test. It records their faults: an error, a failed request, or a request to another machine. */
export class TestBrowser implements AsyncDisposable {
  readonly faults: string[] = [];
  /** The services that its pages may send requests to. */
  readonly origins = new Set<string>();
  readonly #expected: RegExp[] = [];
  readonly #opened = new AsyncDisposableStack();

  constructor(readonly browser: Browser) {}

  /** Opens a separate Chromium, for use outside of tests. */
  static async open(): Promise<TestBrowser> {
    const chromium = await openChromium();
    const browser = new TestBrowser(chromium);
    browser.#opened.defer(() => chromium.close());
    return browser;
  }

  /** Opens a page with separate storage. */
  async page(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.browser.newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: "reduce",
      // On a machine without a locale, a headless Chromium has `en-US@posix`, which `Intl` refuses.
      locale: "en-US",
      ...options,
    });
    this.#opened.defer(() => context.close());
    context.setDefaultTimeout(PATIENCE_MILLISECONDS);
    return this.#watch(await context.newPage(), context);
  }

  /** Starts a service, which runs for as long as the browser. */
  async place(...options: Parameters<typeof Place.open>): Promise<Place> {
    const place = this.#opened.use(await Place.open(...options));
    this.origins.add(place.url);
    return place;
  }

  /** Allows a fault that the test causes itself. */
  expect(fault: RegExp): void {
    this.#expected.push(fault);
  }

  /** Allows the faults of a killed service: broken responses, and failed requests until it is back, also for its service worker. */
  expectKill(): void {
    this.expect(/An unknown error occurred when fetching the script/);
    this.expect(
      /ERR_(?:CONNECTION_REFUSED|CONNECTION_RESET|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE|INCOMPLETE_CHUNKED|CONTENT_LENGTH_MISMATCH)/,
    );
  }

  /** Fails if there are faults. */
  assertClean(): void {
    assert.deepEqual(this.faults.filter((fault) => !this.#expected.some((one) => one.test(fault))), []);
  }

  #watch(page: Page, context: BrowserContext): Page {
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") {
        this.faults.push(`console: ${message.text()}`);
      }
    });
    page.on("pageerror", (error) => this.faults.push(`error: ${error.message}`));
    page.on("dialog", (dialog) => {
      this.faults.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    context.on("request", (request) => {
      const { protocol, origin } = new URL(request.url());
      const own = ["data:", "blob:"].includes(protocol) || this.origins.has(origin);
      if (!own) this.faults.push(`off the machine: ${request.url()}`);
    });
    return page;
  }

  /** Closes everything, the last opened first. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#opened.disposeAsync();
  }
}

/** Resolves once the dashboard is up to date with the service. */
export const isLive = (page: Page): Promise<void> =>
  page.locator('.connection[data-state="live"]').waitFor({ state: "attached" });
