/// <reference lib="dom" />
import { browserTest } from "./chromium.ts";
import { isLive } from "./browser.ts";
import { pendingId, ReviewSite } from "./review_site.ts";

browserTest("the selection on Home stays on its item when another one is decided elsewhere", async () => {
  await using site = await ReviewSite.open();
  const repository = site.repository();
  for (const name of ["a1", "b1", "c1"]) await site.run(repository, `create ${name}.txt with "x"`);
  const page = await site.page("/dashboard");
  const lines = page.locator(".need");
  await lines.nth(2).waitFor();
  await isLive(page);
  await page.keyboard.press("j");
  const [first, second] = await lines.locator(".line-title").allInnerTexts();
  await page.locator(".need-selected", { hasText: second! }).waitFor();
  const runs = await site.operator("GET /runs");
  const gone = runs.find(({ request }) => first!.includes(request))!;
  const run = await site.operator("GET /runs/:id", { params: { id: gone.id } });
  await site.operator("POST /approvals/:id/reject", {
    params: { id: pendingId(run) },
    body: { actorType: "human", disposition: "abandon" },
  });
  await lines.nth(2).waitFor({ state: "detached" });
  await page.locator(".need-selected", { hasText: second! }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: second! }).first().waitFor();
  await site.atPeace();
});

browserTest("ended runs are marked as seen on Home, also when the service's clock is ahead", async () => {
  await using site = await ReviewSite.open({ now: () => new Date(Date.now() + 3_600_000) });
  const repository = site.repository();
  const run = await site.run(repository, 'create a1.txt with "x"');
  await site.operator("POST /runs/:id/cancel", { params: { id: run.id }, body: {} });
  const page = await site.page("/dashboard");
  const done = page.getByRole("region", { name: "Done" });
  await done.getByRole("link", { name: /a1\.txt/ }).waitFor();
  await page.getByRole("button", { name: "Mark as seen" }).click();
  await page.getByText("Nothing has finished since your last visit.").waitFor();
  await site.atPeace();
});
