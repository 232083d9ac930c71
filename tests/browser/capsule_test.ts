/// <reference lib="dom" />
import assert from "node:assert/strict";
import { join } from "node:path";
import { readHere } from "../capsules/made.ts";
import { temporaryDirectory } from "../temporary.ts";
import { violationsOf } from "./axe.ts";
import { browserTest } from "./chromium.ts";
import { ReviewSite } from "./review_site.ts";

browserTest(
  "the page of a run lists every file and text that leaves, and saves the capsule after a yes",
  async () => {
    await using site = await ReviewSite.open();
    const repository = site.repository();
    const { id } = await site.operator("POST /coordinator/runs", {
      body: { request: 'create b.txt with "b"', repoPath: repository.root },
    });
    const page = await site.page(`/dashboard/runs/${id}`);
    await site.settled(id);
    await page.getByText("b.txt").first().waitFor();
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Export capsule …" }).click();
    await page.getByText("the run's entries of the log").waitFor();
    await page.getByText("Signed by SHA256:").waitFor();
    assert.deepEqual(await violationsOf(page), []);
    const shots = Deno.env.get("SHOTS");
    for (const [width, height] of shots ? [[1280, 900], [390, 844]] as const : []) {
      for (const colorScheme of ["light", "dark"] as const) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: join(shots!, `capsule-${width}-${colorScheme}.png`) });
      }
    }
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save the file" }).click();
    const path = join(temporaryDirectory(), "saved.capsule");
    await (await saving).saveAs(path);
    const { report } = await readHere(path);
    assert.notEqual(report.capsule, null, JSON.stringify(report.checks));
    await site.atPeace();
  },
);
