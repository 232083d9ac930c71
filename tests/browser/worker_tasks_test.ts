/// <reference lib="dom" />
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { Send } from "../../services/execution/worker_program/mod.ts";
import { SANDBOX, sandboxTest } from "../sandbox.ts";
import { doorOf, runMachine } from "../worker_machines/machine.ts";
import { untilEvent, untilPresent } from "../worker_machines/until.ts";
import { violationsOf } from "./axe.ts";
import { browserTest } from "./chromium.ts";
import { pendingId, ReviewSite } from "./review_site.ts";

const SHOTS = Deno.env.get("SHOTS");

/** Saves pictures of a page, wide and narrow, light and dark. */
async function shoot(page: Page, name: string): Promise<void> {
  assert.deepEqual(await violationsOf(page), [], name);
  if (!SHOTS) return;
  const before = page.viewportSize()!;
  for (const [width, height] of [[1280, 900], [390, 844]] as const) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${SHOTS}/${name}-${width}-${colorScheme}.png` });
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(before);
}

(SANDBOX === null ? sandboxTest : browserTest)(
  "the pages say where a task is done, what a machine does, who made a result, and how a person gets into the task",
  async () => {
    await using site = await ReviewSite.open({ settings: { AGENT_HARNESS_WORKER_LISTEN: "127.0.0.1:0" } });
    const { service } = site.service;
    Object.assign(service.machines, { checkedShare: 0 });
    const control = { operator: site.operator, service };
    const page = await site.page("/dashboard/system?tab=workers");
    await page.getByRole("button", { name: "Invite a machine" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Trust it with tasks: it reads the requests and files of runs").check();
    await shoot(page, "invite");
    await dialog.getByRole("button", { name: "Cancel" }).click();

    // What the machine says of its task is held back, so that the task lasts.
    const [worked, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const door = doorOf(control);
    const held: Send = async (url, init) => {
      if (url.endsWith("/messages")) {
        worked.resolve();
        await finish.promise;
      }
      return await door(url, init);
    };
    await using w1 = await runMachine(control, { name: "w1", trust: ["tasks"], group: "ours" }, held);
    await untilPresent(service);
    const repository = site.repository();
    const { id } = await site.operator("POST /coordinator/runs", {
      body: {
        request: 'create b.txt with "b"',
        repoPath: repository.root,
        verifier: { command: "test -f b.txt" },
      },
    });
    await worked.promise;
    const table = page.getByRole("region", { name: "Worker machines" });
    await table.getByText(/does a task, since/).waitFor();
    await table.getByText("with tasks").waitFor();
    await shoot(page, "workers-task");
    await page.getByRole("button", { name: "Trust of w1" }).click();
    assert.equal(await dialog.getByLabel("Trust it with tasks").isChecked(), true);
    await shoot(page, "trust");
    await dialog.getByRole("button", { name: "Cancel" }).click();

    await table.getByRole("link", { name: "task" }).click();
    await page.getByRole("navigation", { name: "Task sessions" }).getByText("on w1").waitFor();
    await page.getByText("Next: Finish the task on the worker machine w1.").waitFor();
    await page.getByRole("definition").getByRole("link", { name: "w1" }).waitFor();
    await shoot(page, "task");
    await page.getByRole("button", { name: "More for this task" }).click();
    await page.getByRole("menuitem", { name: "Step into it … once w1 has finished it" }).click();
    await page.getByText("done on the worker machine w1, which finishes it first").last().waitFor();
    await shoot(page, "task-entering");
    finish.resolve();
    await page.getByText(/ is in “/).waitFor();
    await page.getByRole("button", { name: "Hand back" }).waitFor();
    const session = (await site.operator("GET /runs/:id/entered", { params: { id } }))[0]!;
    assert.equal(await Deno.readTextFile(`${session.directory}/b.txt`), "b", "its files are here");
    await page.getByRole("button", { name: "Hand back" }).click();
    await untilEvent(service, "run.checkpointed");
    await site.settled(id);

    await using w2 = await runMachine(control, { name: "w2", trust: ["verify"], group: "others" });
    await untilPresent(service, 2);
    const run = await site.run(repository, 'create c.txt with "c"', { verifier: "test -f c.txt" });
    assert.equal(run.evaluation?.reportedBy?.name, "w2", [...w1.lines, ...w2.lines].join("\n"));

    await page.goto(`${site.service.url}/dashboard/runs/${run.id}`);
    await page.getByRole("region", { name: "Plan" }).getByText("on w1").first().waitFor();
    await shoot(page, "run");
    await page.goto(`${site.service.url}/dashboard/runs/${run.id}?tab=timeline`);
    await page.getByText(/ on w1$/).first().waitFor();
    await shoot(page, "timeline");
    await page.goto(`${site.service.url}/dashboard/approvals/${pendingId(run)}`);
    await page.getByText(/Made on w1; reported by the worker machine w2.*not checked here/).first().waitFor();
    await shoot(page, "review-reported");
    await page.keyboard.press("h");
    await untilEvent(service, "run.checkpointed", 3);
    const verified = pendingId(await site.settled(run.id));
    await page.goto(`${site.service.url}/dashboard/approvals/${verified}`);
    await page.getByText(/ Made on w1\.$/).waitFor();
    await shoot(page, "review-made");

    await page.goto(`${site.service.url}/dashboard/system?tab=workers`);
    await page.getByRole("button", { name: "Log of w1" }).click();
    await dialog.getByRole("link", { name: "a task" }).first().waitFor();
    await shoot(page, "log");
    await site.atPeace();
  },
);
