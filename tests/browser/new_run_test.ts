/// <reference lib="dom" />
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { dashboardTest, isLive } from "./browser.ts";

/** Where each control of the dialog begins, by its name. */
const places = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll<HTMLElement>("dialog :is(button, input, textarea, select)")].map(
        (each) => {
          const { x, y } = each.getBoundingClientRect();
          return [each.id || each.innerText, `${x} ${y}`];
        },
      ),
    )
  );

dashboardTest(
  "asking for work: no control moves under the pointer when it becomes known what the repository is like",
  async (browser) => {
    const place = await browser.place();
    const page = await browser.page();
    const asked = Promise.withResolvers<() => void>();
    await page.route("**/shell/git-status*", (route) => asked.resolve(() => void route.continue()));
    await page.goto(
      `${place.url}/dashboard/runs?new=1&repo=${encodeURIComponent(place.repository.root)}`,
    );
    await isLive(page);
    const answer = await asked.promise;
    const browse = page.getByRole("button", { name: "Browse" });
    await browse.hover();
    const before = await places(page);
    assert.ok(Object.keys(before).length > 6, JSON.stringify(before));
    await page.mouse.down();
    answer();
    await page.getByText("Nothing is uncommitted.").waitFor();
    assert.deepEqual(await places(page), before);
    await page.mouse.up();
    await page.getByRole("region", { name: "Directories" }).waitFor();
    const lineOf = (each?: string) => each?.split(" ")[1];
    assert.equal(
      lineOf((await places(page))["Close"]),
      lineOf(before["Browse …"]),
      "nor when the dialog grows",
    );
  },
);
