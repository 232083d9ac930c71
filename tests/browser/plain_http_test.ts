/// <reference lib="dom" />
import assert from "node:assert/strict";
import { browserTest } from "./chromium.ts";
import { ReviewSite } from "./review_site.ts";

browserTest("the pages work from another machine without HTTPS, where a browser offers less", async () => {
  await using site = await ReviewSite.open();
  const repository = site.repository();
  const page = await site.page("/dashboard/memory");
  await page.addInitScript(() => {
    for (const name of ["randomUUID", "subtle"]) Reflect.deleteProperty(Crypto.prototype, name);
  });
  await page.goto(`${site.service.url}/dashboard/runs?new=1&repo=${encodeURIComponent(repository.root)}`);
  const dialog = page.getByRole("dialog", { name: "Ask for work" });
  await dialog.getByLabel("Request").fill('create b.txt with "b"');
  await dialog.getByRole("button", { name: "Start the run" }).click();
  await page.waitForURL(/\/dashboard\/runs\/run_/);
  const { id } = await site.operator("POST /coordinator/conversations", { body: {} });
  await page.goto(`${site.service.url}/dashboard/conversations/${id}`);
  await page.getByRole("textbox", { name: "Message" }).fill("status");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("region", { name: "Conversation messages" }).getByText("status", { exact: true })
    .first().waitFor();
  await site.atPeace();
});

browserTest("what can be copied is copied where the browser has no clipboard for the page", async () => {
  await using site = await ReviewSite.open();
  const page = await site.page("/dashboard/memory");
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "clipboard"));
  const source = { kind: "user", id: "me" } as const;
  const body = { type: "fact", scope: "global", source, content: "Tests come first." };
  const { id } = await site.operator("POST /memory", { body });
  await page.reload();
  await page.getByText("Not used yet").click();
  const copy = page.getByRole("button", { name: "Copy the id" });
  await copy.click();
  const copied = page.getByRole("button", { name: "Copied" });
  await copied.waitFor();
  assert.ok(await copied.evaluate((button) => button === document.activeElement), "it keeps the focus");
  const search = page.getByLabel("Search the records");
  await search.focus();
  await page.keyboard.press("Control+v");
  assert.equal(await search.inputValue(), id);
  await site.atPeace();
});
