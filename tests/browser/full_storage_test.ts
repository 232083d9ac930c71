/// <reference lib="dom" />
import assert from "node:assert/strict";
import { browserTest } from "./chromium.ts";
import { reviewPath, ReviewSite } from "./review_site.ts";

browserTest("pages are shown and used while the browser stores nothing", async () => {
  await using site = await ReviewSite.open();
  const repository = site.repository();
  const run = await site.run(repository, 'create b.txt with "b"');
  const page = await site.page("/dashboard/memory");
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("It is full.", "QuotaExceededError");
    };
  });
  await page.goto(site.service.url + reviewPath(run));
  await page.getByRole("radio", { name: "Split" }).check();
  await page.getByRole("radio", { name: "Split", checked: true }).waitFor();
  const { id } = await site.operator("POST /coordinator/conversations", { body: {} });
  await page.goto(`${site.service.url}/dashboard/conversations/${id}`);
  await page.getByRole("textbox", { name: "Message" }).fill("status");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("region", { name: "Conversation messages" }).getByText("status", { exact: true })
    .first().waitFor();
  assert.equal(await page.getByText("This page cannot be shown").count(), 0);
  await site.atPeace();
});
