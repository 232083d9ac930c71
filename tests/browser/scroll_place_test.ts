/// <reference lib="dom" />
import assert from "node:assert/strict";
import { dashboardTest, isLive } from "./browser.ts";

dashboardTest(
  "a list is where it was scrolled to after going back to it, and after a reload; another page begins at its top",
  async (browser) => {
    const place = await browser.place();
    for (let i = 0; i < 40; i++) {
      await place.call("POST /coordinator/conversations", { body: { title: `Talk ${i}` } });
    }
    const page = await browser.page();
    await page.goto(`${place.url}/dashboard/conversations`);
    await isLive(page);
    const link = page.getByRole("link", { name: "Talk 2", exact: true });
    await link.scrollIntoViewIfNeeded();
    const scrolled = () => page.evaluate(() => scrollY);
    const before = await scrolled();
    assert.ok(before > 500, `${before}`);
    const isBack = () => page.waitForFunction((place) => scrollY === place, before);
    await page.reload();
    await isBack();
    await link.click();
    await page.getByRole("heading", { name: "Talk 2", exact: true }).waitFor();
    await page.getByRole("button", { name: "Rename …" }).waitFor();
    await page.goBack();
    await isBack();
    await page.goForward();
    await page.getByRole("heading", { name: "Talk 2", exact: true }).waitFor();
    await page.goBack();
    await isBack();
    await page.getByRole("link", { name: "Memory", exact: true }).click();
    await page.getByRole("heading", { name: "Memory", exact: true }).waitFor();
    assert.equal(await scrolled(), 0);
  },
);
