/// <reference lib="dom" />
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { testNeeding } from "../kit/skip.ts";
import { failures } from "../notifications/failures.ts";
import { violationsOf } from "./axe.ts";
import { isLive } from "./browser.ts";
import { browserTest, openChromium, WINDOWED_CHROMIUM } from "./chromium.ts";
import { ReviewSite } from "./review_site.ts";

const NO_WINDOWS = WINDOWED_CHROMIUM === null
  ? "The browser denies notifications to every page. Run apt-get install chromium, which shows them."
  : null;

/** What the browser has accepted to show, in order: the path that each notification opens. */
interface Desktop {
  readonly shown: string[];
}

/** Records what the page shows from now on. The browser forgets a notification when its window closes after some seconds. */
async function recordShown(page: Page): Promise<void> {
  await page.evaluate(() => {
    const desktop: Desktop = { shown: [] };
    Object.assign(globalThis, desktop);
    const { showNotification } = ServiceWorkerRegistration.prototype;
    ServiceWorkerRegistration.prototype.showNotification = async function (title, options) {
      await showNotification.call(this, title, options);
      desktop.shown.push(options!.data.path);
    };
  });
}

async function shown(page: Page): Promise<string[]> {
  return await page.evaluate(() => (globalThis as unknown as Desktop).shown);
}

/** Opens the dialog of the notifications. */
async function openDialog(page: Page): Promise<void> {
  await isLive(page);
  await page.evaluate(() => {
    const asked = { times: 0 };
    Object.assign(globalThis, { asked });
    const { requestPermission } = Notification;
    Notification.requestPermission = (
      ...rest
    ) => (asked.times++, requestPermission.apply(Notification, rest));
    document.hasFocus = () => false; // a headless page always has it
  });
  await page.getByRole("button", { name: "Notify me …" }).click();
  await page.getByRole("heading", { name: "On this computer" }).waitFor();
  assert.deepEqual(await violationsOf(page), []);
  const asked = await page.evaluate(() => (globalThis as unknown as { asked: { times: number } }).asked);
  assert.equal(asked.times, 0, "the permission is requested only after a click");
}

browserTest("if notifications are denied, the dialog says so and offers none", async () => {
  await using site = await ReviewSite.open();
  const page = await site.page("/dashboard/inbox");
  await page.evaluate(() => Object.defineProperty(Notification, "permission", { get: () => "denied" }));
  await openDialog(page);
  await page.getByText("This browser denies notifications for this page.").waitFor();
  assert.equal(await page.getByRole("button", { name: "Show notifications here" }).count(), 0);
  await site.atPeace();
});

testNeeding(NO_WINDOWS, {
  name:
    "a notification is shown on the desktop, of the kinds that were chosen, once, and leads to what it is about",
  fn: async () => {
    const chromium = await openChromium(WINDOWED_CHROMIUM!);
    await using _closed = { [Symbol.asyncDispose]: () => chromium.close() };
    await using site = await ReviewSite.open({ chromium });
    const page = await site.page("/dashboard/inbox");
    await page.context().grantPermissions(["notifications"], { origin: site.service.url });
    await recordShown(page);
    await openDialog(page);
    await failures(site.service, 1);
    const looking = ["/notifications?status=unread&scope=mine&limit=50", "/alerts"].map((path) =>
      page.waitForResponse((answer) => answer.url().endsWith(path))
    );
    await page.getByRole("button", { name: "Show notifications here" }).click();
    await page.getByRole("checkbox", { name: "Results" }).waitFor();
    await Promise.all(looking);
    const [id] = await failures(site.service, 1);
    await page.waitForFunction(() => (globalThis as unknown as Desktop).shown.length > 0);
    const [first, ...others] = await shown(page);
    assert.deepEqual(others, [], "what was there before is not told");
    assert.equal(first, `/dashboard/runs/${id}`);
    await page.getByRole("checkbox", { name: "Failures" }).uncheck();
    const looked = page.waitForResponse((answer) => answer.url().includes("/alerts"));
    await failures(site.service, 1);
    await looked;
    await page.getByRole("button", { name: "Stop" }).click();
    assert.equal((await shown(page)).length, 1);
    await site.atPeace();
  },
});
