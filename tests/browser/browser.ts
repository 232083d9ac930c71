/// <reference lib="dom" />
import assert from "node:assert/strict";
import { type Browser, type BrowserContext, type BrowserContextOptions, type Page } from "playwright-core";
import { browserTest, openChromium, sharedChromium } from "./chromium.ts";
import { Place } from "./place.ts";

/** A machine under load is slow, not wrong: what is waited for may take very long, and only a hang ends the test. */
const PATIENCE_MILLISECONDS = 300_000;

/** A test in a real browser that ends in looking at what its pages did wrong. */
export function dashboardTest(name: string, work: (tab: TestBrowser) => Promise<void>): void {
  browserTest(name, async () => {
    await using browser = new TestBrowser(await sharedChromium());
    await work(browser);
    browser.assertClean();
  });
}

/** What a test opens of a browser, which notices what no page may do: report an error, fail, or ask another machine. */
export class TestBrowser implements AsyncDisposable {
  readonly faults: string[] = [];
  /** The services that its pages may ask. */
  readonly origins = new Set<string>();
  readonly #expected: RegExp[] = [];
  readonly #opened = new AsyncDisposableStack();

  constructor(readonly browser: Browser) {}

  /** One with a Chromium of its own, for what is not a test. */
  static async open(): Promise<TestBrowser> {
    const chromium = await openChromium();
    const browser = new TestBrowser(chromium);
    browser.#opened.defer(() => chromium.close());
    return browser;
  }

  /** A page of its own, with storage of its own. */
  async page(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.browser.newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: "reduce",
      ...options,
    });
    this.#opened.defer(() => context.close());
    context.setDefaultTimeout(PATIENCE_MILLISECONDS);
    return this.#watch(await context.newPage(), context);
  }

  /** A service to look at; it is there for as long as the browser is. */
  async place(...options: Parameters<typeof Place.open>): Promise<Place> {
    const place = this.#opened.use(await Place.open(...options));
    this.origins.add(place.url);
    return place;
  }

  /** Lets a fault pass that the test brings about itself. */
  expect(fault: RegExp): void {
    this.#expected.push(fault);
  }

  /** Lets pass what a page says of answers that a killed service began, and of the time when there is none. */
  expectKill(): void {
    this.expect(
      /ERR_(?:CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|INCOMPLETE_CHUNKED|CONTENT_LENGTH_MISMATCH)/,
    );
  }

  /** Fails when any page did something that none may do. */
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

  /** Closes what was opened, the last first. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#opened.disposeAsync();
  }
}

/** Resolves once the dashboard is up to date with the service. */
export const isLive = (page: Page): Promise<void> =>
  page.locator('.connection[data-state="live"]').waitFor({ state: "attached" });
