/// <reference lib="dom" />
import assert from "node:assert/strict";
import { isLive } from "./browser.ts";
import { browserTest } from "./chromium.ts";
import { ReviewSite } from "./review_site.ts";

browserTest("what is deleted after a question is what the question was about", async () => {
  await using site = await ReviewSite.open();
  const repository = site.repository();
  const [ended, waiting] = [
    await site.run(repository, 'create ended.txt with "x"'),
    await site.run(repository, 'create waiting.txt with "x"'),
  ];
  const cancel = (id: string) => site.operator("POST /runs/:id/cancel", { params: { id }, body: {} });
  await cancel(ended.id);
  const page = await site.page("/dashboard/runs");
  await isLive(page);
  for (const name of ["ended", "waiting"]) {
    await page.getByRole("checkbox", { name: `Select create ${name}.txt with "x"` }).check();
  }
  await page.getByRole("button", { name: "Delete …" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete 1 run" });
  await dialog.waitFor();
  await cancel(waiting.id);
  await page.locator("tr", { hasText: "waiting.txt" }).getByText("cancelled").waitFor();
  await dialog.getByRole("button", { name: "Delete permanently" }).click();
  await page.getByText("1 run deleted.").waitFor();
  assert.deepEqual((await site.operator("GET /runs")).map(({ id }) => id), [waiting.id]);
  await site.atPeace();
});
