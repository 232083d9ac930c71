/// <reference lib="dom" />
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { violationsOf } from "./axe.ts";
import { browserTest } from "./chromium.ts";
import { changingModel, waitingChange } from "./first_screen_world.ts";
import { reviewPath, ReviewSite } from "./review_site.ts";

/** The number of diff lines that are completely on the screen and not below the decision. */
const linesInView = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const place = document.querySelector(".diff-scroller")!.getBoundingClientRect();
    const decision = document.querySelector(".decision-bar")!.getBoundingClientRect();
    const bottom = Math.min(place.bottom, decision.top, innerHeight);
    return [...document.querySelectorAll(".diff-line")].filter((line) => {
      const { top, bottom: end } = line.getBoundingClientRect();
      return top >= place.top && end <= bottom;
    }).length;
  });

const isScrolled = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollHeight > innerHeight);

browserTest(
  "the first screen of a review at 1280x720 has the summary, the files beside 20 lines, and a decision of one line",
  async () => {
    await using server = changingModel();
    await using site = await ReviewSite.open();
    const run = await waitingChange(site, server);
    const page = await site.page(reviewPath(run), { width: 1280, height: 720 });
    const summary = page.getByRole("region", { name: "Worker's summary" });
    await summary.locator("strong", { hasText: "measured" }).waitFor();
    assert.equal(await summary.getByRole("listitem").count(), 2);
    await page.locator(".diff-line").first().waitFor();
    const lines = await linesInView(page);
    assert.ok(lines >= 20, `${lines} lines`);
    const box = async (selector: string) => (await page.locator(selector).boundingBox())!;
    const [files, diff, decision] = [
      await box(".file-tree"),
      await box(".diff-scroller"),
      await box(".decision-bar"),
    ];
    assert.ok(files.x + files.width <= diff.x, "the files are beside the diff");
    assert.ok(files.y + files.height <= decision.y);
    assert.ok(decision.height <= 44, `one line, not ${decision.height} px`);
    assert.equal(await isScrolled(page), false);
    assert.deepEqual(await violationsOf(page), []);
    // What a confirmation rests on appears where it is given.
    await page.getByRole("checkbox", { name: "I reviewed the evidence" }).focus();
    await page.getByText("verifier passed").waitFor();
    const words = (await page.getByText("verifier passed").boundingBox())!;
    assert.ok(words.width > 100 && words.y + words.height <= decision.y + 1);
    // A note takes a line of its own, above the buttons, which stay where they are.
    const approve = await box(".decision-approve");
    await page.getByRole("textbox", { name: "Note" }).fill("Name the constant.");
    assert.deepEqual(await box(".decision-approve"), approve);
    assert.ok((await page.getByRole("textbox", { name: "Note" }).boundingBox())!.width > 600);
    await site.atPeace();
  },
);

browserTest("on a phone the first screen of a review has its summary and the begin of its diff", async () => {
  await using server = changingModel();
  await using site = await ReviewSite.open();
  const run = await waitingChange(site, server);
  const page = await site.page(reviewPath(run), { width: 390, height: 844 });
  await page.getByRole("region", { name: "Worker's summary" }).locator("strong").waitFor();
  await page.locator(".diff-line").first().waitFor();
  const lines = await linesInView(page);
  assert.ok(lines >= 5, `${lines} lines`);
  assert.equal(await page.locator(".file-tree").count(), 0, "the list of files is one tap away");
  await page.getByRole("button", { name: "Files", exact: true }).click();
  await page.locator(".file-tree").waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
  assert.deepEqual(await violationsOf(page), []);
  await site.atPeace();
});
