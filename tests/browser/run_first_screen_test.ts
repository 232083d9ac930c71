/// <reference lib="dom" />
import assert from "node:assert/strict";
import { violationsOf } from "./axe.ts";
import { browserTest } from "./chromium.ts";
import { changingModel, waitingChange } from "./first_screen_world.ts";
import { ReviewSite } from "./review_site.ts";

browserTest(
  "the first screen of a run shows where it stands, what was said last and what changed, wide and narrow",
  async () => {
    await using server = changingModel();
    await using site = await ReviewSite.open();
    const run = await waitingChange(site, server);
    for (const [width, height, wide] of [[1280, 720, true], [390, 844, false]] as const) {
      const page = await site.page(`/dashboard/runs/${run.id}`, { width, height });
      const said = page.getByRole("region", { name: "Said last" });
      await said.locator("strong", { hasText: "measured" }).waitFor();
      const changed = page.getByRole("region", { name: "What would change" });
      await changed.getByText("tests/table_test.ts").waitFor();
      const seen = async (part: typeof said) => (await part.boundingBox())!;
      const [first, second] = [await seen(said), await seen(changed)];
      assert.ok(first.y + first.height <= height, `what was said ends at ${first.y + first.height}`);
      assert.ok(second.y + 80 <= height, `what changed begins at ${second.y}`);
      if (wide) assert.ok(second.y + second.height <= height);
      const proof = page.getByRole("region", { name: "Proof" });
      await proof.getByText("failed before the change and passes now").waitFor();
      await page.getByRole("region", { name: "Cost" }).getByText("5 calls of models").waitFor();
      const transcript = page.getByRole("region", { name: "Transcript", exact: true });
      assert.ok((await seen(transcript)).y > first.y, "the transcript comes after");
      assert.deepEqual(await violationsOf(page), []);
    }
    await site.atPeace();
  },
);
