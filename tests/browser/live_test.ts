import assert from "node:assert/strict";
import { dashboardTest, isLive } from "./browser.ts";

dashboardTest(
  "Runs: changes from elsewhere appear without a reload, and the address contains the filter",
  async (browser) => {
    const place = await browser.place();
    const page = await browser.page();
    await page.goto(`${place.url}/dashboard/runs`);
    await isLive(page);
    await page.getByRole("heading", { name: "No runs yet" }).waitFor();
    await place.run({ request: 'create one.md with "1"' });
    const waiting = page.locator(".runs-table tbody tr", { hasText: "one.md" });
    await waiting.locator(".badge", { hasText: "waiting" }).waitFor();
    const failed = await place.run({
      request: 'create two.md with "2"',
      verifier: { command: "false" },
      onRed: "fail",
    });
    await page.locator(".runs-table tbody tr", { hasText: "two.md" }).waitFor();

    await page.getByLabel("State").selectOption("failed");
    await waiting.waitFor({ state: "detached" });
    assert.equal(new URL(page.url()).search, "?status=failed");
    await page.reload();
    await page.locator(".runs-table tbody tr", { hasText: "two.md" }).waitFor();
    assert.equal(await page.locator(".runs-table tbody tr").count(), 1);
    assert.equal(await page.getByLabel("State").inputValue(), "failed");
    await page.goto(`${place.url}/dashboard/runs?view=board&q=two`);
    await page.locator(`.board-card a[href="/dashboard/runs/${failed}"]`).waitFor();
    assert.equal(await page.locator(".board-card").count(), 1);
  },
);

dashboardTest(
  "the connection: a killed service is reported; after a restart, no event is missed",
  async (browser) => {
    browser.expectKill();
    const place = await browser.place({ process: true });
    const page = await browser.page();
    await page.goto(`${place.url}/dashboard/runs`);
    await isLive(page);
    await place.run({ request: 'create before.md with "1"' });
    await page.locator(".runs-table tr", { hasText: "before.md" }).waitFor();

    await place.kill();
    await page.locator('.connection[data-state="reconnecting"]').waitFor();
    assert.equal(
      await page.locator(".runs-table tr", { hasText: "before.md" }).count(),
      1,
      "what was shown stays",
    );
    await place.restart();
    const meanwhile = await place.run({ request: 'create meanwhile.md with "2"' });
    await isLive(page);
    const row = page.locator(".runs-table tr", { hasText: "meanwhile.md" });
    await row.locator(".badge", { hasText: "waiting" }).waitFor();
    await place.approve(meanwhile);
    await row.locator(".badge", { hasText: "completed" }).waitFor();
  },
);

dashboardTest(
  "Run: pause, resume and cancel work from the page, and each reports its result",
  async (browser) => {
    const place = await browser.place();
    const page = await browser.page();
    const id = await place.run({ request: 'create a.md with "a"' });
    await page.goto(`${place.url}/dashboard/runs/${id}`);
    const badge = (status: string) => page.locator(".page-head .badge", { hasText: status }).waitFor();
    await badge("waiting");
    await page.getByRole("button", { name: "Pause" }).click();
    await badge("paused");
    await page.getByText("The run is paused.").waitFor();
    await page.getByRole("button", { name: "Resume" }).click();
    await badge("waiting");
    await page.getByRole("button", { name: "Cancel …" }).click();
    await page.getByLabel("Why").fill("not needed");
    await page.getByRole("button", { name: "Cancel run", exact: true }).click();
    await badge("cancelled");
    const run = await place.call("GET /runs/:id", { params: { id } });
    assert.deepEqual([run.status, run.statusDetail], ["cancelled", "not needed"]);
  },
);

dashboardTest(
  "Run: a retry has the corrected fields and leaves its source unchanged",
  async (browser) => {
    const place = await browser.place();
    const page = await browser.page();
    const id = await place.run({
      request: 'create a.md with "a"',
      verifier: { command: "false" },
      onRed: "fail",
    });
    await page.goto(`${place.url}/dashboard/runs/${id}`);
    await page.getByRole("button", { name: "Retry with corrections …" }).click();
    await page.getByRole("textbox", { name: "Verifier" }).fill("test -f a.md");
    await page.getByText("1 field changed.").waitFor();
    await page.getByRole("button", { name: "Queue the new run" }).click();
    await page.waitForURL((url) => /run_/.test(url.pathname) && !url.pathname.endsWith(id));
    await page.getByRole("link", { name: "Review the change" }).waitFor();
    const made = await place.call("GET /runs/:id", {
      params: { id: new URL(page.url()).pathname.split("/").at(-1)! },
    });
    assert.deepEqual([made.retryOfRunId, made.verifier?.command, made.request], [
      id,
      "test -f a.md",
      'create a.md with "a"',
    ]);
    assert.equal((await place.call("GET /runs/:id", { params: { id } })).verifier?.command, "false");
  },
);

dashboardTest(
  "the connection: a page whose code could not be loaded loads automatically when the service is back",
  async (browser) => {
    browser.expectKill();
    const place = await browser.place({ process: true });
    const page = await browser.page();
    await page.goto(place.url);
    await page.getByRole("heading", { name: "Welcome" }).waitFor();
    await isLive(page);
    await place.kill();
    await page.locator('.connection[data-state="reconnecting"]').waitFor();
    await page.getByRole("link", { name: "Runs" }).click();
    await page.getByText("This page could not be loaded.").waitFor();
    await place.restart();
    await page.getByRole("heading", { name: "No runs yet" }).waitFor();
  },
);
