/// <reference lib="dom" />
import assert from "node:assert/strict";
import { putShop, shopDeclaration } from "../connectors/shop.ts";
import { temporaryDirectory } from "../temporary.ts";
import { violationsOf } from "./axe.ts";
import { browserTest } from "./chromium.ts";
import { ReviewSite } from "./review_site.ts";

browserTest(
  "the capabilities show the proofs of each attempt to enable a connector, with those that failed",
  async () => {
    await using site = await ReviewSite.open();
    putShop(site.directory, shopDeclaration("gullible", temporaryDirectory()));
    const page = await site.page("/dashboard/agents?tab=capabilities&kind=connector");
    await page.getByRole("rowheader", { name: "Stand-in shop" }).waitFor();
    assert.equal(await page.getByText("Proofs of connectors").count(), 0);
    const response = await fetch(`${site.service.url}/agent-profile-changes`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ kind: "capability", targetId: "shop" }),
    });
    assert.equal(response.status, 400);
    await response.body?.cancel();
    await page.getByText(/not true: another order is refuted/).waitFor();
    const proofs = page.getByRole("region", { name: "Proofs of connectors" }).locator("ol > li");
    assert.deepEqual(
      (await proofs.allInnerTexts()).map((text) => /passed|failed|not made/.exec(text)?.[0]),
      ["passed", "passed", "failed", "not made", "not made"],
    );
    assert.deepEqual(await violationsOf(page), []);
    await site.atPeace();
  },
);
