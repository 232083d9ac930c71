/// <reference lib="dom" />
import assert from "node:assert/strict";
import { violationsOf } from "./axe.ts";
import { browserTest } from "./chromium.ts";
import { approveButton, confirmAll } from "./review_parts.ts";
import { reviewPath, ReviewSite } from "./review_site.ts";

const PHONE = { width: 390, height: 844 };

browserTest("on a phone the decision bar is one row, and one tap opens the rest", async () => {
  await using site = await ReviewSite.open();
  const repository = site.repository({ "a.txt": "hello\n" });
  const run = await site.run(repository, 'create b.txt with "x"', { verifier: "true" });
  const page = await site.page(reviewPath(run), PHONE);
  const bar = page.getByRole("region", { name: "Decision" });
  const unfold = bar.getByRole("button", { name: "Confirm 0/3" });
  await unfold.waitFor();
  assert.ok((await bar.boundingBox())!.height < 70);
  assert.equal(await bar.getByRole("checkbox").count(), 0);
  assert.equal(await approveButton(page).isVisible(), true);
  await unfold.click();
  await confirmAll(page);
  assert.deepEqual(await violationsOf(page), []);
  const place = await approveButton(page).boundingBox();
  const fold = bar.getByRole("button", { name: "Confirm 3/3" });
  await fold.click();
  await bar.getByRole("checkbox").first().waitFor({ state: "hidden" });
  assert.deepEqual(await approveButton(page).boundingBox(), place, "nothing moves under the finger");
  await page.keyboard.press("d");
  await page.waitForFunction(() => document.activeElement?.closest(".confirmations") !== null);
  await fold.click();
  await approveButton(page).click();
  await page.getByText("It was approved.").waitFor();
  await site.atPeace();
});
