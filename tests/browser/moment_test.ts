/// <reference lib="dom" />
import assert from "node:assert/strict";
import { violationsOf } from "./axe.ts";
import { dashboardTest, isLive } from "./browser.ts";

dashboardTest(
  "Run: the slider of the timeline shows the run as it was, by keyboard and by address, and nothing can be decided there",
  async (browser) => {
    const place = await browser.place();
    const id = await place.run({ request: 'create docs/guide.md with "x"', verifier: { command: "true" } });
    await place.approve(id);
    const page = await browser.page();
    await page.goto(`${place.url}/dashboard/runs/${id}?tab=timeline`);
    await isLive(page);
    const slider = page.getByRole("slider", { name: "Moment" });
    const banner = page.getByRole("region", { name: "The moment that is shown" });
    const actions = page.getByRole("button", { name: "Retry …" });
    const text = async () => await slider.getAttribute("aria-valuetext");
    await actions.waitFor();
    assert.equal(await text(), "Now");

    const { items } = await place.call("GET /runs/:id/timeline", { params: { id } });
    await slider.focus();
    await page.keyboard.press("ArrowLeft");
    const last = items.at(-1)!;
    await banner.getByText(`“${last.summary}”`).waitFor();
    assert.equal(new URL(page.url()).searchParams.get("at"), String(last.sequence));
    assert.ok((await text())!.endsWith(last.summary));
    assert.equal(await actions.count(), 0);
    assert.equal(await page.evaluate(() => document.activeElement!.id), "moment", "it keeps the focus");

    await page.keyboard.press("Home");
    await banner.getByText(/As it was on .*, after “.*requested/i).waitFor();
    await page.locator(".page-head .badge", { hasText: "queued" }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get("at"), String(items[0]!.sequence));

    const asked = items.find(({ type }) => type === "run.waiting")!;
    await page.goto(`${place.url}/dashboard/runs/${id}?at=${asked.sequence}`);
    await page.locator(".page-head .badge", { hasText: "waiting" }).waitFor();
    const checkpoints = page.getByRole("region", { name: "Checkpoints" });
    await checkpoints.getByText("pending").waitFor();
    await page.getByRole("region", { name: "What would change" }).getByText("docs/guide.md").waitFor();
    await page.getByText("Left out, as the log does not say it: who acts next, where its work may be done.")
      .waitFor();
    const main = page.locator("main");
    assert.deepEqual(await main.getByRole("button").allInnerTexts(), ["Now"], "nothing else can be done");
    assert.equal(await checkpoints.getByRole("link").count(), 0);
    assert.deepEqual(await violationsOf(page), []);

    await banner.getByRole("button", { name: "Now" }).click();
    await page.locator(".page-head .badge", { hasText: "completed" }).waitFor();
    await banner.waitFor({ state: "detached" });
    await actions.waitFor();
    assert.equal(new URL(page.url()).searchParams.get("at"), null);
    assert.equal(await page.evaluate(() => document.activeElement!.id), "moment");

    await page.goto(`${place.url}/dashboard/runs/${id}?tab=timeline&view=compact&event=${asked.sequence}`);
    await page.getByRole("button", { name: "Show the run as it was then" }).click();
    await page.locator(".moment-slider").getByText(`entry ${asked.sequence}`).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement!.id), "moment");
    await page.getByRole("tab", { name: "Overview" }).click();
    await banner.waitFor({ state: "detached" });
    await actions.waitFor();

    browser.expect(/400/);
    await page.goto(`${place.url}/dashboard/runs/${id}?at=100000`);
    await page.getByRole("alert").getByText(/can be shown as it was after the entries \d+ to \d+/).waitFor();
  },
);
