/// <reference lib="dom" />
import assert from "node:assert/strict";
import { type Browser, type BrowserContext, type BrowserContextOptions, type Page } from "playwright-core";
import { CHROMIUM, openChromium } from "./chromium.ts";
import { Place } from "./place.ts";

/** A machine under load is slow, not wrong: what is waited for may take very long, and only a hang ends the test. */
const PATIENCE_MILLISECONDS = 300_000;

/** A test in a real browser. Without one it is skipped; `chromium.ts` has said so. */
export function dashboardTest(name: string, work: (tab: TestBrowser) => Promise<void>): void {
  Deno.test({
    name,
    ignore: CHROMIUM === null,
    // The browser is a process of its own, with sockets and timers of its own; it is closed at the end.
    sanitizeOps: false,
    sanitizeResources: false,
    fn: async () => {
      await using browser = await TestBrowser.open();
      await work(browser);
      browser.assertClean();
    },
  });
}

/** A browser that notices what no page of the dashboard may do: report an error, fail, or ask another machine. */
export class TestBrowser implements AsyncDisposable {
  readonly faults: string[] = [];
  readonly #expected: RegExp[] = [];
  readonly #places: Place[] = [];

  private constructor(readonly browser: Browser) {}

  static async open(): Promise<TestBrowser> {
    return new TestBrowser(await openChromium());
  }

  /** A page of its own, with storage of its own. */
  async page(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    context.setDefaultTimeout(PATIENCE_MILLISECONDS);
    return this.#watch(await context.newPage(), context);
  }

  /** A service to look at; it is there for as long as the browser is. */
  async place(...options: Parameters<typeof Place.open>): Promise<Place> {
    const place = await Place.open(...options);
    this.#places.push(place);
    return place;
  }

  /** Lets a fault pass that the test brings about itself. */
  expect(fault: RegExp): void {
    this.#expected.push(fault);
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
      const { protocol, hostname } = new URL(request.url());
      const own = ["data:", "blob:"].includes(protocol) || hostname === "127.0.0.1" ||
        hostname === "localhost";
      if (!own) this.faults.push(`off the machine: ${request.url()}`);
    });
    return page;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.browser.close();
    for (const place of this.#places) await place[Symbol.asyncDispose]();
  }
}

/** Resolves once the dashboard is up to date with the service. */
export const isLive = (page: Page): Promise<void> =>
  page.locator('.connection[data-state="live"]').waitFor({ state: "attached" });
