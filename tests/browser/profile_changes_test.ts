/// <reference lib="dom" />
import assert from "node:assert/strict";
import { violationsOf } from "./axe.ts";
import { browserTest } from "./chromium.ts";
import { ReviewSite } from "./review_site.ts";

browserTest(
  "the change that an imported agent makes shows what became of each line of its file",
  async () => {
    await using site = await ReviewSite.open();
    const content = "---\nname: reader\ndescription: Reads.\ntools: Read, WebSearch\n---\nRead it.\n";
    await site.operator("POST /agent-profile-changes", {
      body: { import: { format: "claude-agent", content }, proposed: { role: "reviewer" } },
    });
    const page = await site.page("/dashboard/agents?tab=changes");
    await page.getByText("What became of the lines of the imported file").click();
    const lines = page.getByRole("list", { name: "Lines of the imported file" });
    assert.match(await lines.innerText(), /refused[\s\S]*line 4: WebSearch: It has no counterpart here\./);
    assert.deepEqual(await violationsOf(page), []);
    await site.atPeace();
  },
);
