/// <reference lib="dom" />
import assert from "node:assert/strict";
import { failures } from "../notifications/failures.ts";
import { nameSkipped } from "../kit/skip.ts";
import { violationsOf } from "./axe.ts";
import { isLive } from "./browser.ts";
import { browserTest } from "./chromium.ts";
import { ReviewSite } from "./review_site.ts";

const NAME =
  "a notification is shown on the desktop, of the kinds that were chosen, once, and leads to what it is about";

browserTest(NAME, async () => {
  await using site = await ReviewSite.open();
  const page = await site.page("/dashboard/inbox");
  await isLive(page);
  await page.context().grantPermissions(["notifications"], { origin: site.service.url });
  await page.evaluate(() => {
    const asked = { times: 0 };
    Object.assign(globalThis, { asked });
    const { requestPermission } = Notification;
    Notification.requestPermission = (
      ...rest
    ) => (asked.times++, requestPermission.apply(Notification, rest));
    document.hasFocus = () => false; // a headless page always has it
  });
  const shown = async () =>
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration("/dashboard");
      return (await registration!.getNotifications()).map(({ title, data }) => ({
        title,
        path: data.path as string,
      }));
    });
  await page.getByRole("button", { name: "Notify me …" }).click();
  await page.getByRole("heading", { name: "On this computer" }).waitFor();
  assert.deepEqual(await violationsOf(page), []);
  assert.equal(
    await page.evaluate(() => (globalThis as unknown as { asked: { times: number } }).asked.times),
    0,
  );
  if (await page.evaluate(() => Notification.permission) === "denied") {
    await page.getByText("This browser denies notifications for this page.").waitFor();
    assert.equal(await page.getByRole("button", { name: "Show notifications here" }).count(), 0);
    nameSkipped(
      NAME,
      "This browser denies notifications to every page; name a Chromium with windows by AGENT_HARNESS_TEST_CHROMIUM.",
    );
    return await site.atPeace();
  }
  await failures(site.service, 1);
  const looking = ["/notifications?status=unread&scope=mine&limit=50", "/alerts"].map((path) =>
    page.waitForResponse((answer) => answer.url().endsWith(path))
  );
  await page.getByRole("button", { name: "Show notifications here" }).click();
  await page.getByRole("checkbox", { name: "Results" }).waitFor();
  await Promise.all(looking);
  const [id] = await failures(site.service, 1);
  while ((await shown()).length === 0) {
    await page.waitForResponse((answer) => answer.url().includes("/alerts"));
  }
  const [first, ...others] = await shown();
  assert.deepEqual(others, [], "what was there before is not told");
  assert.equal(first!.path, `/dashboard/runs/${id}`);
  await page.getByRole("checkbox", { name: "Failures" }).uncheck();
  const looked = page.waitForResponse((answer) => answer.url().includes("/alerts"));
  await failures(site.service, 1);
  await looked;
  await page.getByRole("button", { name: "Stop" }).click();
  assert.equal((await shown()).length, 1);
  await site.atPeace();
});
