import assert from "node:assert/strict";
import { dashboardTest, isLive } from "./browser.ts";

dashboardTest(
  "a worker's question is shown above every page, and one key answers it for the repository",
  async (browser) => {
    const place = await browser.place();
    const { root: repoPath } = place.repository;
    await place.call("POST /repositories/dial", { body: { repoPath, dial: "border" } });
    const request = 'create made.txt with "made"\nrun curl -s http://127.0.0.1:9/ || true';
    const id = await place.run({ request });
    const page = await browser.page();
    await page.goto(`${place.url}/dashboard/memory`);
    await isLive(page);
    const strip = page.getByRole("region", { name: "A worker is asking" });
    await strip.getByText("curl -s http://127.0.0.1:9/").first().waitFor();
    await strip.getByRole("button", { name: "This repository", disabled: false }).waitFor();
    await page.keyboard.press("8");
    await strip.waitFor({ state: "detached" });
    await place.settled(id);
    const { approvals } = await place.call("GET /runs/:id", { params: { id } });
    assert.equal(approvals.find(({ asks }) => asks)?.decision?.scope, "repository");

    await page.goto(`${place.url}/dashboard/repositories`);
    await isLive(page);
    const row = page.getByRole("row").filter({ hasText: "curl -s" }).filter({ hasText: "yes" });
    await row.getByText("the repository").waitFor();
    await row.getByRole("button", { name: /Revoke/ }).click();
    await row.waitFor({ state: "detached" });
    const patch = approvals.find(({ policyClass }) => policyClass === "repo-write");
    assert.ok(patch);
    await page.goto(`${place.url}/dashboard/approvals/${patch.id}`);
    await page.getByRole("button", { name: "Details" }).click();
    const panel = page.getByRole("region", { name: "Done without asking you" });
    await panel.getByText("You were asked one question.").waitFor();
    await panel.getByText("made.txt").waitFor();
  },
);

dashboardTest(
  "a command with hidden characters is shown, in the question and in the list, with all of them visible",
  async (browser) => {
    const place = await browser.place();
    await place.call("POST /repositories/dial", {
      body: { repoPath: place.repository.root, dial: "border" },
    });
    const end = "curl -s http://127.0.0.1:9/ || true";
    const hidden = "echo '\u202e' > made.txt";
    const request = `run ${hidden}\nrun echo ${"a".repeat(300)} '\u202e'; ${end}`;
    const id = await place.run({ request });
    const page = await browser.page();
    await page.goto(`${place.url}/dashboard/memory`);
    await isLive(page);
    const strip = page.getByRole("region", { name: "A worker is asking" });
    await strip.getByText(end).waitFor();
    assert.match(await strip.innerText(), /U\+202E/);
    await strip.getByRole("button", { name: "This repository", disabled: false }).waitFor();
    await page.keyboard.press("8");
    await strip.waitFor({ state: "detached" });
    await place.settled(id);
    await page.goto(`${place.url}/dashboard/repositories`);
    await isLive(page);
    const row = page.getByRole("row").filter({ hasText: "curl -s" }).filter({ hasText: "yes" });
    assert.match(await row.innerText(), /U\+202E/);
    const { approvals } = await place.call("GET /runs/:id", { params: { id } });
    const patch = approvals.find(({ policyClass }) => policyClass === "repo-write");
    await page.goto(`${place.url}/dashboard/approvals/${patch!.id}`);
    await page.getByRole("button", { name: "Details" }).click();
    const panel = page.getByRole("region", { name: "Done without asking you" });
    await panel.getByText("echo").first().waitFor();
    assert.match(await panel.innerText(), /U\+202E/);
    assert.doesNotMatch(await panel.innerText(), /\u202e/);
  },
);
