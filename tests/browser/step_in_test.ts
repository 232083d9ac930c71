import assert from "node:assert/strict";
import { join } from "node:path";
import { dashboardTest, isLive } from "./browser.ts";
import { openDetails } from "./review_parts.ts";

dashboardTest(
  "a person enters a result from its review, and their changes are marked in the next one",
  async (browser) => {
    const place = await browser.place();
    const page = await browser.page();
    const id = await place.run({
      request: 'create b.txt with "by the worker"\nreplace "Intro" with "Guide" in docs/intro.md',
    });
    await page.goto(`${place.url}/dashboard/runs/${id}`);
    await isLive(page);
    await page.getByRole("link", { name: "Review the change" }).click();
    await page.getByRole("button", { name: "Change it by hand …" }).click();
    const link = page.getByRole("link", { name: "Open in the editor" });
    await link.waitFor();
    const [entered] = await place.call("GET /runs/:id/entered", { params: { id } });
    assert.equal(await link.getAttribute("href"), `vscode://file${entered!.directory}`);
    await Deno.writeTextFile(join(entered!.directory!, "docs/intro.md"), "# Guide\n\nBy hand.\n");
    await page.getByRole("button", { name: "Hand back" }).click();
    await page.getByRole("link", { name: "Review the change" }).click();
    await page.getByText("in part changed by a person").waitFor();
    await openDetails(page);
    await page.getByRole("region", { name: "Changed by hand" }).getByText("Tree before").waitFor();
    await page.goto(`${place.url}/dashboard/runs/${id}`);
    const transcript = page.getByRole("list", { name: "Transcript of the task" });
    await transcript.getByText("Replaced text in docs/intro.md").waitFor();
    await page.goto(`${place.url}/dashboard/runs/${id}?tab=timeline`);
    await isLive(page);
    await page.getByText("of waiting is not counted").waitFor();
  },
);

dashboardTest(
  "A person steps into a node that failed from the run that it ended, and comes to the run that continues",
  async (browser) => {
    const place = await browser.place();
    const page = await browser.page();
    const source = "name: Build\nnodes:\n" +
      "  - { id: test, kind: command, with: { command: 'echo half > half.txt; test -e there.txt' } }\n";
    const { id: workflow } = await place.call("POST /saved-workflows", { body: { source } });
    const { runId } = await place.call("POST /saved-workflows/:id/run", {
      params: { id: workflow },
      body: { repoPath: place.repository.root },
    });
    await page.goto(`${place.url}/dashboard/runs/${runId}`);
    await isLive(page);
    await page.getByText('Failed. The node "test" failed: The command ended with exit code 1.').waitFor();
    await page.getByRole("button", { name: "Step into “test” …" }).click();
    await page.getByText("The worktree begins with what the failed attempt").waitFor();
    const [id] = /run_\w+$/.exec(page.url())!;
    assert.notEqual(id, runId);
    const [entered] = await place.call("GET /runs/:id/entered", { params: { id } });
    await Deno.writeTextFile(join(entered!.directory!, "there.txt"), "By hand.\n");
    await page.getByRole("button", { name: "Hand back" }).click();
    await page.getByRole("link", { name: "Review the change" }).waitFor();
  },
);
