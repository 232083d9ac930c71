/// <reference lib="dom" />
import assert from "node:assert/strict";
import { violationsOf } from "./axe.ts";
import { browserTest } from "./chromium.ts";
import { ReviewSite } from "./review_site.ts";

browserTest(
  "a workflow is begun with a template, mended where it is wrong, saved, activated and deleted",
  async () => {
    await using site = await ReviewSite.open();
    const page = await site.page("/dashboard/workflows");
    await page.getByRole("heading", { name: "No workflows yet" }).waitFor();
    await page.getByRole("button", { name: "Write a workflow …" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Begin with").selectOption({ label: "Fix until green" });
    const text = dialog.getByLabel("Text");
    const template = await text.inputValue();
    await text.fill(template.replace("kind: loop", "kind: lop"));
    await dialog.getByRole("button", { name: "Check the text" }).click();
    await dialog.getByText('Line 10, column 11: There is no kind of node "lop". Did you mean "loop"?')
      .waitFor();
    assert.deepEqual(await violationsOf(page), []);

    await text.fill(template);
    await dialog.getByRole("button", { name: "Check the text" }).click();
    await dialog.getByText("Nothing is wrong with it.").waitFor();
    await dialog.getByRole("button", { name: "Save it" }).click();
    await page.getByRole("heading", { name: "Fix until green" }).waitFor();
    const nodes = page.getByRole("list", { name: "Within mend" });
    assert.match(await nodes.innerText(), /check[\s\S]*command[\s\S]*fix[\s\S]*prompt[\s\S]*after check/);
    assert.deepEqual(await violationsOf(page), []);

    await page.getByRole("button", { name: "Activate version 1" }).click();
    await page.getByRole("button", { name: "Deactivate" }).waitFor();
    const [saved] = await site.operator("GET /saved-workflows", { query: {} });
    assert.deepEqual([saved!.status, saved!.activeVersion], ["active", 1]);

    await page.getByRole("button", { name: "Edit …" }).click();
    await text.fill(template.replace("max: 5", "max: 7"));
    await dialog.getByRole("button", { name: "Save it" }).click();
    await page.getByText("node mend changed").waitFor();
    await page.getByRole("button", { name: "Delete …" }).click();
    await page.getByRole("button", { name: "Delete the workflow" }).click();
    await page.getByRole("heading", { name: "No workflows yet" }).waitFor();
    await site.atPeace();
  },
);
