import assert from "node:assert/strict";
import { ModelServer } from "../models/server/model_server.ts";
import { configure, planning, providerOf, works } from "../models/workers/scenario.ts";
import { CHECK, edit, inOrder } from "../runs/fix_world.ts";
import { browserTest } from "./chromium.ts";
import { openDetails } from "./review_parts.ts";
import { reviewPath, ReviewSite } from "./review_site.ts";

browserTest(
  "a failed verification is sent back with its output, verified by another command, and the run shows its attempts side by side",
  async () => {
    await using server = ModelServer.start(planning(inOrder(
      works(edit("hello", "one")),
      works(edit("one", "one two")),
      works(edit("one two", "nothing")),
      works(edit("one two", "one two four")),
      works(edit("one two four", "nothing at all")),
      works(),
    )));
    await using site = await ReviewSite.open();
    configure(site.directory, [providerOf(server)]);
    const repository = site.repository();
    const { id } = await site.operator("POST /coordinator/runs", {
      body: {
        request: "Count to three.",
        repoPath: repository.root,
        worker: { provider: "local" },
        verifier: { command: `seq 100000; ${CHECK.command}` },
      },
    });
    const red = await site.settled(id);
    const page = await site.page(reviewPath(red));
    await openDetails(page);
    await page.getByText("Verifier: failed").waitFor();
    await page.getByRole("button", { name: "Send back with this output" }).click();
    await page.waitForURL((url) => url.pathname !== reviewPath(red));
    const again = await site.settled(id);
    assert.equal(again.approvals.find(({ status }) => status === "rejected")?.decision?.withOutput, true);

    await page.getByText("Verify again with another command").click();
    await page.getByLabel("Command").fill("grep -q two a.txt");
    await page.getByRole("button", { name: "Verify again" }).click();
    await page.getByRole("heading", { name: "Another checkpoint replaced this one" }).waitFor();
    const green = await site.settled(id);
    assert.equal(green.evaluation?.outcome, "passed");

    await page.getByRole("link", { name: "Open the run" }).first().click();
    const attempts = page.getByRole("region", { name: "Attempts" });
    await attempts.getByText("Round 1", { exact: true }).waitFor();
    assert.equal(await attempts.getByRole("listitem").count(), green.attempts.length);
    await attempts.getByLabel("Patch of round 1").getByText("+one", { exact: false }).first().waitFor();
    await attempts.getByLabel("Output of round 1").getByText("not ok 1 - two").waitFor();
    await site.atPeace();
  },
);
