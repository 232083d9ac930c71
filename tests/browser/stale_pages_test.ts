/// <reference lib="dom" />
import assert from "node:assert/strict";
import { REVIEWED } from "../git.ts";
import { isLive } from "./browser.ts";
import { browserTest } from "./chromium.ts";
import { pendingId, ReviewSite } from "./review_site.ts";

browserTest(
  "a review follows what happened while its first answer was on the way",
  async () => {
    await using site = await ReviewSite.open();
    const repository = site.repository();
    const run = await site.run(repository, 'create b.txt with "b"');
    const id = pendingId(run);
    const page = await site.page("/dashboard/approvals");
    const badge = page.getByRole("link", { name: /^Approvals 1/ });
    await badge.waitFor();
    await isLive(page);
    const [asked, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let requests = 0;
    await page.route(`**/approvals/${id}`, async (route) => {
      if (requests++ > 0) return await route.fallback();
      const response = await route.fetch();
      asked.resolve();
      await late.promise;
      await route.fulfill({ response });
    });
    await page.getByRole("link", { name: /create b\.txt/ }).click();
    await asked.promise;
    await site.operator("POST /approvals/:id/approve", { params: { id }, body: REVIEWED });
    await site.settled(run.id);
    await badge.waitFor({ state: "detached" }); // so the events have arrived
    late.resolve();
    await page.getByRole("heading", { name: "Applied", exact: true }).waitFor();
    await site.atPeace();
  },
);

browserTest(
  "a review follows what happened while its patch was on the way",
  async () => {
    await using site = await ReviewSite.open();
    const run = await site.run(site.repository(), 'create b.txt with "b"');
    const id = pendingId(run);
    const page = await site.page("/dashboard/approvals");
    await isLive(page);
    const late = Promise.withResolvers<void>();
    await page.route("**/artifact-file?**", async (route) => {
      await late.promise;
      await route.continue();
    });
    await page.getByRole("link", { name: /create b\.txt/ }).click();
    await page.getByText("Loading the patch.").first().waitFor();
    await site.operator("POST /approvals/:id/approve", { params: { id }, body: REVIEWED });
    await page.getByRole("heading", { name: "Applied", exact: true }).waitFor();
    late.resolve();
    await page.locator(".diff-code").first().waitFor();
    await site.atPeace();
  },
);

browserTest(
  "a review of what belongs to no run says at once that it was decided elsewhere",
  async () => {
    await using site = await ReviewSite.open();
    const { approvalId: id } = await site.operator("POST /agent-profile-changes", {
      body: { targetProfileId: "worker", proposed: { instructions: "Say why." } },
    });
    const page = await site.page(`/dashboard/approvals/${id}`);
    await page.getByRole("button", { name: "Reject …" }).waitFor();
    await isLive(page);
    await site.operator("POST /approvals/:id/reject", { params: { id: id! }, body: { actorType: "human" } });
    await page.getByRole("heading", { name: "Rejected", exact: true }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Reject …" }).count(), 0);
    await site.atPeace();
  },
);
