/// <reference lib="dom" />
import assert from "node:assert/strict";
import { isLive } from "./browser.ts";
import { browserTest } from "./chromium.ts";
import { reviewPath, ReviewSite } from "./review_site.ts";

browserTest("pages that are open do not show a run that was deleted elsewhere", async () => {
  await using site = await ReviewSite.open();
  const repository = site.repository();
  const run = await site.run(repository, 'create b.txt with "very private"');
  const params = { id: run.id };
  const review = await site.page(reviewPath(run));
  const page = await site.page(`/dashboard/runs/${run.id}`);
  for (const each of [review, page]) {
    await each.getByText("very private").first().waitFor();
    await isLive(each);
  }
  await site.operator("POST /runs/:id/cancel", { params, body: {} });
  await site.operator("POST /runs/:id/delete", { params });
  for (const each of [review, page]) {
    await each.locator(".banner").getByText(/There is no|not found|deleted/i).first().waitFor();
    assert.equal(await each.locator("main").getByText("very private").count(), 0);
    assert.equal(await each.getByRole("button", { name: /Retry|Delete|Approve/ }).count(), 0);
  }
  assert.deepEqual(site.complaints.filter((each) => !each.includes("404")), []);
});
