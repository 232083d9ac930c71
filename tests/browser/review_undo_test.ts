import assert from "node:assert/strict";
import { REVIEWED } from "../git.ts";
import { browserTest } from "./chromium.ts";
import { confirmAll, lineOf } from "./review_parts.ts";
import { pendingId, ReviewSite } from "./review_site.ts";

browserTest("an undo is reviewed as a whole, without boxes for single changes", async () => {
  await using site = await ReviewSite.open();
  const repository = site.repository({ "a.txt": "one\n", "b.txt": "one\n" });
  const run = await site.run(
    repository,
    'replace "one" with "two" in a.txt\nreplace "one" with "two" in b.txt',
  );
  await site.operator("POST /approvals/:id/approve", { params: { id: pendingId(run) }, body: REVIEWED });
  await site.settled(run.id);
  const { id } = await site.operator("POST /runs/:id/undo", { params: { id: run.id } });
  const page = await site.page(`/dashboard/approvals/${id}`);
  await lineOf(page, "two").first().waitFor();
  assert.equal(await page.getByRole("checkbox", { name: /^Accept change/ }).count(), 0);
  await confirmAll(page);
  await page.getByRole("button", { name: /^Approve/ }).click();
  await page.getByRole("heading", { name: "Applied", exact: true }).waitFor();
  assert.equal(repository.read("a.txt"), "one\n");
  await site.atPeace();
});
