/// <reference lib="dom" />
import assert from "node:assert/strict";
import { dashboardTest, isLive } from "./browser.ts";

dashboardTest("a page is printed with dark text on white, whatever its theme", async (browser) => {
  const place = await browser.place();
  const page = await browser.page({ colorScheme: "dark" });
  await page.goto(`${place.url}/dashboard/memory`);
  await isLive(page);
  const colours = () =>
    page.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(document.body);
      return [color, backgroundColor];
    });
  await page.emulateMedia({ colorScheme: "light" });
  const light = await colours();
  for (const theme of ["dark", "system"]) {
    await page.evaluate((theme) => localStorage.setItem("agent-harness.theme", theme), theme);
    await page.emulateMedia({ media: "screen", colorScheme: "dark" });
    await page.reload();
    await isLive(page);
    assert.notDeepEqual(await colours(), light);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    assert.deepEqual(await colours(), light, theme);
  }
});
