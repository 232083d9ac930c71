import assert from "node:assert/strict";
import { REVIEWED } from "../git.ts";
import { violationsOf } from "./axe.ts";
import { browserTest } from "./chromium.ts";
import { pendingId, ReviewSite } from "./review_site.ts";

browserTest(
  "an applied run offers to keep its own verifier as the default, and sets it only when pressed",
  async () => {
    await using site = await ReviewSite.open();
    const repository = site.repository({ "a.txt": "one\n" });
    const run = await site.run(repository, 'replace "one" with "two" in a.txt', { verifier: "test -d ." });
    const id = pendingId(run);
    await site.operator("POST /approvals/:id/approve", { params: { id }, body: REVIEWED });
    await site.settled(run.id);
    const verifier = async () => {
      const query = { repoPath: repository.root };
      const { items } = await site.operator("GET /repositories/defaults", { query });
      return items.find((item) => item.id === "verifier")!.value;
    };
    const page = await site.page(`/dashboard/approvals/${id}`);
    await page.getByText('For this run alone: the verifier "test -d ."').waitFor();
    assert.deepEqual(await violationsOf(page), []);
    assert.equal(await verifier(), null);
    const button = page.getByRole("button", { name: "Keep as default" });
    await button.click();
    await button.waitFor({ state: "detached" });
    assert.equal(await verifier(), "test -d .");
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await button.waitFor();
    assert.equal(await verifier(), null);
    await site.atPeace();
  },
);
