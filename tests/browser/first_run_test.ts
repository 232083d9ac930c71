import assert from "node:assert/strict";
import { dashboardTest, isLive } from "./browser.ts";

dashboardTest(
  "Home: an empty store shows a welcome and runs the sample up to a real patch, shown without a reload",
  async (browser) => {
    const place = await browser.place();
    const page = await browser.page();
    await page.goto(place.url);
    assert.equal(new URL(page.url()).pathname, "/dashboard", "/ leads to the dashboard");
    const words = await page.locator(".first-run-words").innerText();
    assert.equal(words.split(/[.](?:\s|$)/).filter(Boolean).length, 3, "three sentences");
    await isLive(page);
    await page.evaluate(() => Object.assign(globalThis, { loadedOnce: true }));

    await page.getByRole("button", { name: "Run the sample" }).click();
    await page.waitForURL(/\/dashboard\/runs\/run_/);
    const review = page.getByRole("link", { name: "Review the change" });
    await review.waitFor();
    const id = new URL(page.url()).pathname.split("/").at(-1)!;
    const run = await place.call("GET /runs/:id", { params: { id } });
    assert.equal(await review.getAttribute("href"), `/dashboard/approvals/${run.waitingFor!.id}`);
    assert.equal(run.evaluation?.outcome, "passed", "the sample's test passes on the result");
    assert.equal(await page.locator(".graph-item").count(), run.tasks.length);
    assert.match(
      await Deno.readTextFile(`${run.repoPath}/greet.sh`),
      /"Hello"/,
      "nothing is written before the decision",
    );

    await place.approve(id);
    await page.locator(".page-head .badge", { hasText: "completed" }).waitFor();
    assert.match(await Deno.readTextFile(`${run.repoPath}/greet.sh`), /"Hello, world"/);
    await page.goBack();
    await page.getByRole("heading", { name: "Done", exact: true }).waitFor();
    assert.equal(
      await page.evaluate(() => "loadedOnce" in globalThis),
      true,
      "the page was never loaded again",
    );
  },
);

dashboardTest(
  "Home: pending decisions are counted in the title, and leave it once decided",
  async (browser) => {
    const place = await browser.place();
    const page = await browser.page();
    await page.goto(`${place.url}/dashboard`);
    await isLive(page);
    const id = await place.run({ request: 'create a.md with "a"' });
    await page.getByRole("link", { name: "Review", exact: true }).waitFor();
    await page.waitForFunction(() => document.title.startsWith("(1) Home"));
    const icon = () => page.locator('link[rel="icon"]').getAttribute("href");
    assert.match((await icon())!, /^data:image\/png/);
    await place.approve(id);
    await page.getByRole("heading", { name: "Nothing needs you" }).waitFor();
    await page.waitForFunction(() => document.title.startsWith("Home"));
    assert.match((await icon())!, /favicon\.svg$/);
  },
);
