/// <reference lib="dom" />
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { configure } from "../models/workers/scenario.ts";
import { contender } from "../runs/race_world.ts";
import { violationsOf } from "./axe.ts";
import { isLive } from "./browser.ts";
import { browserTest } from "./chromium.ts";
import { approveButton, confirmAll, untilAnswerable } from "./review_parts.ts";
import { ReviewSite } from "./review_site.ts";

const SHOTS = Deno.env.get("SHOTS");

const FILES = { "a.txt": "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n" };
const AT_THE_TOP = { "a.txt": FILES["a.txt"].replace("one", "ONE"), "good.txt": "good\n" };
const AT_THE_END = { "a.txt": FILES["a.txt"].replace("nine", "NINE"), "lazy.txt": "lazy\n" };
const CHECK = "grep -q ONE a.txt";

/** Opens a service with these workers, each as a model that can be chosen. */
async function open(availableWorkers: readonly ReturnType<typeof contender>[]): Promise<ReviewSite> {
  const site = await ReviewSite.open({ availableWorkers, settings: { AGENT_HARNESS_WORKERS: "3" } });
  const server = { kind: "openai-compatible", baseUrl: "http://127.0.0.1:1/v1", models: [{ id: "test" }] };
  configure(site.directory, availableWorkers.map(({ provider }) => ({ id: provider, ...server })));
  return site;
}

const begin = (site: ReviewSite, root: string, providers: string[]) =>
  site.operator("POST /coordinator/runs", {
    body: {
      request: "Write the number in capitals",
      repoPath: root,
      verifier: { command: CHECK },
      race: { contenders: providers.map((provider) => ({ worker: { provider } })) },
    },
  });

/** Saves what a page looks like, in both themes and widths, if that was asked for; then fails for what axe-core finds. */
async function look(page: Page, name: string): Promise<void> {
  const size = page.viewportSize()!;
  for (const width of SHOTS ? [1280, 390] : []) {
    await page.setViewportSize({ ...size, width });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${SHOTS}/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  }
  await page.setViewportSize(size);
  assert.deepEqual(await violationsOf(page, { narrow: true }), [], name);
}

browserTest(
  "race: begun in the dialog, one result is picked, undone, and changes of two are combined, approved and written",
  async () => {
    await using site = await open([
      contender("good", AT_THE_TOP),
      contender("lazy", AT_THE_END),
      contender("broken", "fails"),
    ]);
    const repository = site.repository(FILES);
    const page = await site.page(`/dashboard/runs?new=1&repo=${encodeURIComponent(repository.root)}`, {
      width: 1280,
    });
    await isLive(page);
    const dialog = page.getByRole("dialog", { name: "Ask for work" });
    const start = dialog.getByRole("button", { name: "Start the run" });
    await dialog.getByLabel("Request").fill("Write the number in capitals");
    await dialog.getByLabel(/^Race: let several do it/).check();
    assert.equal(await dialog.getByLabel("Worker", { exact: true }).count(), 0, "it has no effect in a race");
    assert.equal(await dialog.getByLabel("Fix rounds").count(), 0, "each has the default number");
    assert.equal(
      await dialog.getByLabel("Result", { exact: true }).isDisabled(),
      true,
      "no verifier, no green",
    );
    await dialog.getByLabel("Verifier").fill(CHECK);
    assert.equal(await dialog.getByLabel("Result", { exact: true }).isDisabled(), false);
    await dialog.getByLabel("Worker of contender 1").selectOption({ label: "good · test" });
    await dialog.getByText("Choose a worker for each contender.").waitFor();
    assert.equal(await start.isDisabled(), true);
    await dialog.getByLabel("Worker of contender 2").selectOption({ label: "lazy · test" });
    await dialog.getByRole("button", { name: "Add a contender" }).click();
    await dialog.getByLabel("Worker of contender 3").selectOption({ label: "broken · test" });
    await dialog.getByText("3 workers run side by side").waitFor();
    await dialog.getByLabel("Budget of all, in dollars").fill("2");
    await look(page, "race-dialog");
    await start.click();
    await page.waitForURL(/\/dashboard\/runs\/run_/);
    const id = new URL(page.url()).pathname.split("/").at(-1)!;
    await site.settled(id);

    const race = page.getByRole("region", { name: "Race", exact: true });
    await race.getByText("2 contenders of 3 have a result.").waitFor();
    await page.getByText("Your pick is needed.").waitFor();
    await race.getByText("at most $2 for all").waitFor();
    const row = (number: number) => race.getByRole("row", { name: new RegExp(`^${number}\\. `) });
    await row(1).getByText("failed → passed").waitFor();
    await row(2).getByText("failed", { exact: true }).waitFor();
    await row(3).getByText("The tool broke").waitFor();
    await race.getByText("They change a.txt differently.").waitFor();
    assert.equal(await row(3).getByRole("button").count(), 0, "nothing can be picked of one that is out");
    await look(page, "race-run");

    await page.goto(`${site.service.url}/dashboard`);
    await page.getByRole("region", { name: "Needs you" }).getByRole("link", { name: "Pick a result" })
      .waitFor();
    await look(page, "race-home");
    await page.goto(`${site.service.url}/dashboard/approvals`);
    await look(page, "race-queue");
    await page.getByRole("list", { name: "Waiting for a pick" }).getByRole("link").click();

    await row(1).getByRole("button", { name: "Pick contender 1" }).click();
    await race.getByText("Picked: the result of contender 1.").waitFor();
    await race.getByRole("link", { name: "Review the change" }).click();
    await untilAnswerable(page);
    await page.getByText("Race of 3: the result of contender 1 is picked").waitFor();
    await look(page, "race-review");
    await page.getByRole("button", { name: "Undo the pick" }).click();
    await page.getByText("Your pick is needed.").waitFor();
    assert.deepEqual((await site.operator("GET /runs/:id/race", { params: { id } })).picked, null);

    const tab = (name: string) => race.getByRole("tab", { name });
    const take = (what: string) => race.getByRole("checkbox", { name: `Take ${what}` });
    await tab("1. good").click();
    await take("all of a.txt").check();
    await tab("1. good").focus();
    await page.keyboard.press("ArrowRight");
    await take("all of a.txt").waitFor();
    assert.equal(await take("all of a.txt").isChecked(), false, "what is chosen of one is not of another");
    for (let presses = 0; !(await take("change 1 of a.txt").isChecked()); presses++) {
      assert.ok(presses < 3, "n goes to the next change, and x takes it");
      await page.keyboard.press("n");
      await page.keyboard.press("x");
    }
    await race.getByText("Chosen: 1 change of contender 1 and 1 change of contender 2.").waitFor();
    await race.getByText("These changes are combined, verified and shown again.").waitFor();
    await look(page, "race-chosen");
    await page.getByRole("tab", { name: "Tasks" }).click();
    await page.getByRole("link", { name: "2. Write the number in capitals" }).waitFor();
    await page.getByRole("tab", { name: "Overview" }).click();
    await race.getByText("Chosen: 1 change of contender 1 and 1 change of contender 2.").waitFor();
    await page.reload();
    await race.getByText("Chosen: 1 change of contender 1 and 1 change of contender 2.").waitFor();
    await race.getByRole("button", { name: "Pick these changes" }).click();
    await race.getByRole("link", { name: "Review the change" }).click();
    await page.getByText("1 change of contender 1 and 1 change of contender 2 are picked").waitFor();
    await untilAnswerable(page);
    await confirmAll(page);
    await approveButton(page).click();
    await page.getByRole("heading", { name: "Applied", exact: true }).waitFor();
    await page.getByRole("link", { name: "Open the run" }).first().click();
    await page.getByRole("region", { name: "What changed" }).getByText("1 file, +2 −2").waitFor();
    const done = await site.settled(id);
    assert.equal(done.status, "completed", done.statusDetail);
    assert.match(repository.read("a.txt"), /^ONE\n[\s\S]*\nNINE\n$/);
    assert.deepEqual([repository.exists("good.txt"), repository.exists("lazy.txt")], [false, false]);
    await site.atPeace();
  },
);

browserTest(
  "race: the page follows it, and a pick while others are at work stops them after a question; what clashes is named",
  async () => {
    const clash = { "a.txt": FILES["a.txt"].replace("one", "1") };
    await using site = await open([
      contender("top", AT_THE_TOP),
      contender("clash", clash),
      contender("hangs", "hangs"),
    ]);
    const repository = site.repository(FILES);
    const { id } = await begin(site, repository.root, ["top", "clash", "hangs"]);
    const page = await site.page(`/dashboard/runs/${id}`, { width: 1280 });
    const race = page.getByRole("region", { name: "Race", exact: true });
    const row = (number: number) => race.getByRole("row", { name: new RegExp(`^${number}\\. `) });
    await row(1).getByText("failed → passed").waitFor();
    await row(2).getByText("failed", { exact: true }).waitFor();
    await row(3).getByText("at work", { exact: true }).waitFor();
    await race.getByText("1 of 3 has no result yet. You can pick a result now").waitFor();
    await look(page, "race-going");

    for (const name of ["1. top", "2. clash"]) {
      await race.getByRole("tab", { name }).click();
      await race.getByRole("checkbox", { name: "Take all of a.txt" }).check();
    }
    await race.getByRole("button", { name: "Pick these changes" }).click();
    const question = page.getByRole("dialog", { name: "Stop the others?" });
    await question.getByText("3. hangs/test").waitFor();
    await look(page, "race-stop");
    site.browser.expect(/status of 400/);
    await question.getByRole("button", { name: "Stop them and pick" }).click();
    await race.getByText(/Contenders 1 and 2 change the same lines of a\.txt/).waitFor();
    await row(3).getByText("at work", { exact: true }).waitFor();
    assert.equal(
      (await site.operator("GET /runs/:id/race", { params: { id } })).over,
      null,
      "nothing changed",
    );

    await row(2).getByRole("button", { name: "Pick contender 2" }).click();
    await question.getByRole("button", { name: "Go back" }).click();
    await row(2).getByRole("button", { name: "Pick contender 2" }).click();
    await question.getByRole("button", { name: "Stop them and pick" }).click();
    await race.getByText("Picked: the result of contender 2.").waitFor();
    await row(3).getByText("out", { exact: true }).waitFor();
    await race.getByRole("link", { name: "Review the change" }).click();
    await page.getByText("Race of 3: the result of contender 2 is picked").waitFor();
    await page.getByRole("link", { name: "Pick another" }).click();
    await row(1).getByRole("button", { name: "Pick contender 1" }).click();
    await race.getByText("Picked: the result of contender 1.").waitFor();
    const shown = await site.settled(id);
    assert.deepEqual(
      [shown.evaluation?.outcome, shown.approvals.filter(({ status }) => status === "pending").length],
      ["passed", 1],
    );
    assert.deepEqual(
      site.complaints.filter((fault) => !/status of 400/.test(fault)),
      [],
    );
  },
);

browserTest(
  "race: who is not ready is named before it begins and can be replaced; the first that passes is shown for review",
  async () => {
    await using site = await open([contender("lazy", AT_THE_END), contender("good", AT_THE_TOP)]);
    const server = { kind: "openai-compatible", baseUrl: "http://127.0.0.1:1/v1", models: [{ id: "test" }] };
    configure(site.directory, [
      { id: "lazy", ...server },
      { id: "good", ...server },
      { id: "far", ...server, secret: "far", privacy: "third-party" },
    ]);
    const repository = site.repository(FILES);
    const page = await site.page(`/dashboard/runs?new=1&repo=${encodeURIComponent(repository.root)}`);
    await isLive(page);
    const dialog = page.getByRole("dialog", { name: "Ask for work" });
    await dialog.getByLabel("Request").fill("Write the number in capitals");
    await dialog.getByLabel("Verifier").fill(CHECK);
    await dialog.getByLabel("Worker", { exact: true }).selectOption({ label: "lazy · test" });
    await dialog.getByLabel(/^Race: let several do it/).check();
    assert.equal(
      await dialog.getByLabel("Worker of contender 1").inputValue(),
      "lazy\ntest",
      "who was chosen",
    );
    await dialog.getByLabel("Worker of contender 2").selectOption({ label: "far · test (not ready)" });
    await dialog.getByText("What far · test reads is sent to a third party.").waitFor();
    await dialog.getByText("What lazy · test reads stays on this machine.").waitFor();
    await dialog.getByLabel("Result", { exact: true }).selectOption("first-green");
    await dialog.getByLabel("Budget of all, in dollars").fill("much");
    await dialog.getByText("The budget is an amount in dollars above 0").waitFor();
    await dialog.getByLabel("Budget of all, in dollars").fill("");
    await dialog.getByRole("button", { name: "Start the run" }).click();
    await dialog.getByText("The worker far/test is not ready, so no run was created.").waitFor();
    assert.equal(
      await dialog.getByRole("button", { name: "Start the race without it" }).count(),
      0,
      "one alone is no race",
    );
    assert.deepEqual(await site.operator("GET /runs"), []);
    await dialog.getByRole("button", { name: "Use good/test" }).click();
    await page.waitForURL(/\/dashboard\/runs\/run_/);
    const race = page.getByRole("region", { name: "Race", exact: true });
    await race.getByText("the first that passes is picked").waitFor();
    await race.getByText("Contender 2 was the first whose result passed.").waitFor();
    await race.getByText("Picked as requested: the result of contender 2.").waitFor();
    await race.getByRole("link", { name: "Review the change" }).click();
    await page.getByText("Race of 2: the result of contender 2 is picked").waitFor();
    await site.atPeace();
  },
);

browserTest(
  "race: one that asks holds up nobody else, and its question is answered from the race",
  async () => {
    const asks = contender("asks", AT_THE_TOP);
    await using site = await open([
      {
        ...asks,
        perform: async (task) => {
          const { decision } = await task.ask({
            key: "1",
            kind: "external",
            title: "May I?",
            detail: "Shout.",
            crossings: [{ kind: "outside", detail: "It shouts." }],
          });
          return decision === "approved"
            ? await asks.perform(task)
            : { ok: false, reason: "command_failed", detail: "No." };
        },
      },
      contender("lazy", AT_THE_END),
    ]);
    const repository = site.repository(FILES);
    const { id } = await begin(site, repository.root, ["asks", "lazy"]);
    const page = await site.page(`/dashboard/runs/${id}`, { width: 1280 });
    const race = page.getByRole("region", { name: "Race", exact: true });
    await race.getByText("waits for you").waitFor();
    await race.getByRole("row", { name: /^2\. / }).getByText("failed", { exact: true }).waitFor();
    await look(page, "race-asks");
    await race.getByRole("link", { name: "Answer contender 1" }).click();
    await page.getByRole("region", { name: "Question" }).waitFor();
    await confirmAll(page);
    await page.getByRole("button", { name: "Allow once" }).click();
    await page.getByText("It was approved.").waitFor();
    await page.goto(`${site.service.url}/dashboard/runs/${id}`);
    await race.getByText("failed → passed").waitFor();
    assert.match(await race.getByRole("row", { name: /^1\. / }).innerText(), /\b1\b/, "one question");
    await site.atPeace();
  },
);
