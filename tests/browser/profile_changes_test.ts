/// <reference lib="dom" />
import assert from "node:assert/strict";
import { violationsOf } from "./axe.ts";
import { browserTest } from "./chromium.ts";
import { ReviewSite } from "./review_site.ts";

browserTest(
  "the change of an imported agent shows the result for each line of its file",
  async () => {
    await using site = await ReviewSite.open();
    const content = "---\nname: reader\ndescription: Reads.\ntools: Read, WebSearch\n---\nRead it.\n";
    await site.operator("POST /agent-profile-changes", {
      body: { import: { format: "claude-agent", content }, proposed: { role: "reviewer" } },
    });
    const page = await site.page("/dashboard/agents?tab=changes");
    await page.getByText("Result for each line of the imported file").click();
    const lines = page.getByRole("list", { name: "Lines of the imported file" });
    assert.match(await lines.innerText(), /refused[\s\S]*line 4: WebSearch: It has no counterpart here\./);
    assert.deepEqual(await violationsOf(page), []);
    await site.atPeace();
  },
);

browserTest("the capabilities are listed, and can be filtered to the classes that stay blocked", async () => {
  await using site = await ReviewSite.open();
  const page = await site.page("/dashboard/agents?tab=capabilities");
  const table = page.getByRole("region", { name: "Capabilities" });
  await table.getByRole("row", { name: /policy class/ }).first().waitFor();
  await page.getByLabel("Kind").selectOption({ label: "Blocked classes" });
  await page.waitForFunction(() => !document.querySelector("tbody")!.textContent!.includes("policy class"));
  const blocked = await site.operator("GET /capabilities", { query: { kind: "blocked_class" } });
  for (const { label } of blocked) await table.getByRole("rowheader", { name: label, exact: true }).waitFor();
  assert.equal(await table.getByRole("rowheader").count(), blocked.length);
  assert.deepEqual(await violationsOf(page), []);
  await site.atPeace();
});

browserTest("a change shows what it extends or restricts, from which value to which", async () => {
  await using site = await ReviewSite.open();
  await site.operator("POST /agent-profile-changes", {
    body: { targetProfileId: "worker", proposed: { limits: { maxTurns: 7 }, instructions: "Say why." } },
  });
  const page = await site.page("/dashboard/agents?tab=changes");
  await page.getByText(/instructions: nothing → Say why\./).waitFor();
  await page.getByText(/maxTurns: nothing → 7/).waitFor();
  await site.atPeace();
});
