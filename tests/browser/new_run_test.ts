/// <reference lib="dom" />
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { dashboardTest, isLive } from "./browser.ts";
import type { Place } from "./place.ts";

/** Returns the position of each control of the dialog, by its name. */
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
  "new run: no control moves under the pointer when the state of the repository is loaded",
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
    await page.getByText("No uncommitted changes.").waitFor();
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

/** Adds a provider with a model but without its key. */
const LACKS_ITS_KEY = {
  id: "near",
  kind: "openai-compatible",
  baseUrl: "http://127.0.0.1:1/v1",
  secret: "near",
  models: [{ id: "small" }],
};

const configure = (place: Place, ...providers: unknown[]) =>
  Deno.writeTextFile(join(place.storage, "providers.json"), JSON.stringify({ providers }));

async function askFor(page: Page, place: Place, words: string) {
  await page.goto(`${place.url}/dashboard/runs?new=1&repo=${encodeURIComponent(place.repository.root)}`);
  await isLive(page);
  const dialog = page.getByRole("dialog", { name: "Ask for work" });
  await dialog.getByLabel("Request").fill(words);
  return { dialog, start: dialog.getByRole("button", { name: "Start the run" }) };
}

dashboardTest(
  "new run in plain words without a model: no run is created, the ready workers are shown, and waiting is a choice",
  async (browser) => {
    const place = await browser.place();
    await configure(place, LACKS_ITS_KEY);
    const page = await browser.page();
    const { dialog, start } = await askFor(page, place, "add a retry test");
    await start.click();
    const banner = dialog.getByRole("status").filter({ hasText: "This request needs a model or an agent" });
    await banner.getByText("Its key is missing.").waitFor();
    assert.deepEqual(await place.call("GET /runs"), []);
    assert.equal(await banner.getByRole("button", { name: "Use builtin/recipe" }).count(), 0);
    await banner.getByRole("button", { name: "Create it and wait" }).click();
    await page.waitForURL(/\/dashboard\/runs\/run_/);
    assert.equal((await place.call("GET /runs")).length, 1);
  },
);

dashboardTest(
  "new run with a worker that is not ready: no run is created, and a ready one is one click away",
  async (browser) => {
    const place = await browser.place();
    await configure(place, LACKS_ITS_KEY);
    const page = await browser.page();
    const { dialog, start } = await askFor(page, place, 'create b.txt with "b"');
    await dialog.getByLabel("Worker").selectOption({ label: "near · small (not ready)" });
    await start.click();
    await dialog.getByText("The worker near/small is not ready, so no run was created.").waitFor();
    assert.deepEqual(await place.call("GET /runs"), []);
    await dialog.getByRole("button", { name: "Use builtin/recipe" }).click();
    await page.waitForURL(/\/dashboard\/runs\/run_/);
    const { worker } = await place.call("GET /runs/:id", {
      params: { id: new URL(page.url()).pathname.split("/").at(-1)! },
    });
    assert.deepEqual(worker, { provider: "builtin", model: "recipe" });
  },
);

dashboardTest(
  "new run: the handling of a failing verifier can be set once there is a verifier",
  async (browser) => {
    const place = await browser.place();
    const page = await browser.page();
    await page.goto(`${place.url}/dashboard/runs?new=1&repo=${encodeURIComponent(place.repository.root)}`);
    await isLive(page);
    const dialog = page.getByRole("dialog", { name: "Ask for work" });
    const rounds = dialog.getByLabel("Fix rounds");
    assert.equal(await rounds.isDisabled(), true);
    await dialog.getByLabel("Request").fill('create fixed.txt with "x"');
    await dialog.getByLabel("Verifier", { exact: true }).fill("test -f nowhere");
    await rounds.selectOption("4");
    await dialog.getByLabel("When it still fails").selectOption("End the run");
    const sent = page.waitForRequest((request) => request.url().endsWith("/coordinator/runs"));
    await dialog.getByRole("button", { name: "Start the run" }).click();
    const { fix, onRed, verifier } = (await sent).postDataJSON();
    assert.deepEqual({ fix, onRed, verifier }, {
      fix: 4,
      onRed: "fail",
      verifier: { command: "test -f nowhere" },
    });
    await page.getByRole("heading", { name: /create fixed\.txt/ }).first().waitFor();
  },
);
