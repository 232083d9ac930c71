/// <reference lib="dom" />
import assert from "node:assert/strict";
import { completions } from "../notifications/completions.ts";
import { violationsOf } from "./axe.ts";
import { browserTest } from "./chromium.ts";
import { ReviewSite } from "./review_site.ts";

browserTest(
  "before runs are archived the page says how many, also those that its filter hides, and that each can be brought back",
  async () => {
    await using site = await ReviewSite.open();
    const repository = site.repository();
    await completions(site.service, repository.root, 2);
    await completions(site.service, "/elsewhere", 1);
    const page = await site.page(`/dashboard/runs?repository=${encodeURIComponent(repository.root)}`);
    await page.getByRole("button", { name: "Archive ended runs …" }).click();
    await page.getByRole("heading", { name: "Archive 3 ended runs" }).waitFor();
    await page.getByText("To bring a run back, show the archived ones.").waitFor();
    assert.deepEqual(await violationsOf(page), []);
    await page.getByRole("button", { name: "Archive all" }).click();
    await page.getByText("3 runs archived.").waitFor();
    await site.atPeace();
  },
);
