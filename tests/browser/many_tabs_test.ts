/// <reference lib="dom" />
import { dashboardTest, isLive } from "./browser.ts";

dashboardTest(
  "a tenth tab works like the first, and a hidden one is up to date when it is shown",
  async (browser) => {
    const place = await browser.place();
    const first = await browser.page();
    const context = first.context();
    // A headless Chromium considers each page visible.
    await context.addInitScript(() => {
      Object.defineProperty(document, "visibilityState", {
        get: () => Reflect.get(globalThis, "isShown") ? "visible" : "hidden",
      });
    });
    const show = (page: typeof first, isShown: boolean) =>
      page.evaluate((isShown) => {
        Reflect.set(globalThis, "isShown", isShown);
        document.dispatchEvent(new Event("visibilitychange"));
      }, isShown);
    const tabs = [first];
    while (tabs.length < 10) tabs.push(await context.newPage());
    for (const tab of tabs) {
      await tab.goto(`${place.url}/dashboard/runs`);
      await show(tab, true);
      await isLive(tab);
      await show(tab, false);
    }
    await place.run({ request: 'create b.txt with "b"' });
    for (const tab of tabs) {
      await show(tab, true);
      await tab.getByRole("link", { name: /create b\.txt/ }).first().waitFor();
      await show(tab, false);
    }
  },
);

dashboardTest("an appearance that is chosen in one tab is that of the others", async (browser) => {
  const place = await browser.place();
  const first = await browser.page();
  const second = await first.context().newPage();
  for (const tab of [first, second]) {
    await tab.goto(`${place.url}/dashboard/runs`);
    await isLive(tab);
  }
  await first.getByRole("button", { name: "Appearance" }).click();
  await first.getByRole("menuitemradio", { name: "Dark" }).click();
  await second.locator('html[data-theme="dark"]').waitFor();
  await second.getByRole("button", { name: "Appearance" }).click();
  await second.getByRole("menuitemradio", { name: "System" }).click();
  await first.locator("html:not([data-theme])").waitFor();
});
