import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { browserTest } from "./chromium.ts";
import { approveButton, confirmAll, CONFIRMATIONS, lineOf } from "./review_parts.ts";
import { pendingId, reviewPath, ReviewSite } from "./review_site.ts";

/** A short file and one of 300 lines. */
const REQUEST = "run echo short > a.txt; seq -f 'line %g' 0 299 > z.txt";

/** Presses all keys of an approval from the first moment on, until the page says that some were ignored. */
const pressFromTheStart = () => {
  const press = () => {
    if (document.body?.innerText.includes("before the question could be read")) return;
    for (const key of ["1", "2", "3", "a"]) dispatchEvent(new KeyboardEvent("keydown", { key }));
    setTimeout(press, 20);
  };
  press();
};

const checked = async (page: Page) =>
  await Promise.all(CONFIRMATIONS.map(([name]) => page.getByRole("checkbox", { name }).isChecked()));

browserTest(
  "keys that were pressed before the review could be read decide nothing, and are said to be ignored",
  async () => {
    await using site = await ReviewSite.open();
    const run = await site.run(site.repository(), 'create b.txt with "b"');
    const page = await site.page("/dashboard/approvals");
    await page.addInitScript(pressFromTheStart);
    await page.goto(site.service.url + reviewPath(run));
    await page.getByText(/keys? pressed before the question could be read (was|were) ignored/).waitFor();
    assert.deepEqual(await checked(page), [false, false, false]);
    await confirmAll(page);
    await approveButton(page).click();
    await page.getByRole("heading", { name: "Applied", exact: true }).waitFor();
    await site.atPeace();
  },
);

browserTest(
  "the review counts the files that were on the screen, warns once of the others, and records them",
  async () => {
    await using site = await ReviewSite.open();
    const repository = site.repository();
    const run = await site.run(repository, REQUEST);
    const page = await site.page(reviewPath(run));
    await page.getByText("1 of 2 files seen").waitFor();
    await page.getByRole("region", { name: "Changes" }).focus();
    await page.keyboard.press("End");
    await lineOf(page, "line 299").waitFor();
    await page.getByText("1 of 2 files seen").waitFor();
    await confirmAll(page);
    await approveButton(page).click();
    await page.getByText(/1 file has not been seen yet\. A file is seen when .* Approve again/).waitFor();
    assert.equal(repository.exists("z.txt"), false);
    await approveButton(page).click();
    await page.getByRole("heading", { name: "Applied", exact: true }).waitFor();
    await page.getByText("1 of 2 files seen, on the review page.").waitFor();
    const { approvals } = await site.settled(run.id);
    assert.deepEqual(approvals.find(({ id }) => id === pendingId(run))!.decision!.shown, {
      by: "page",
      files: { seen: 1, of: 2, paths: ["a.txt"] },
    });
    await site.atPeace();
  },
);

browserTest(
  "a long file is seen once all of it was scrolled past, and is then approved without a warning",
  async () => {
    await using site = await ReviewSite.open();
    const run = await site.run(site.repository(), REQUEST);
    const page = await site.page(reviewPath(run));
    await page.getByText("1 of 2 files seen").waitFor();
    for (let n = 5; n < 300; n += 5) {
      await page.getByRole("region", { name: "Changes" }).getByText(`line ${n}`, { exact: true })
        .scrollIntoViewIfNeeded();
    }
    await lineOf(page, "line 299").scrollIntoViewIfNeeded();
    await page.getByText("2 of 2 files seen").waitFor();
    await confirmAll(page);
    await approveButton(page).click();
    await page.getByText("2 of 2 files seen, on the review page.").waitFor();
    await site.atPeace();
  },
);
