/** Real opencode, connected in the dashboard. `deno task test:agents`; not part of `deno task test`. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { dashboardTest, isLive } from "../browser/browser.ts";
import type { Question } from "../models/server/question.ts";
import { ModelServer } from "../models/server/model_server.ts";
import { type Reply, says, uses } from "../models/server/reply.ts";
import { installAgent } from "./install.ts";

/** The model behind opencode: it answers the test call, and then makes one edit. */
function model(): (question: Question) => Reply {
  let edited = false;
  return (question) => {
    const text = JSON.stringify(question.body);
    if (text.includes("one word ready")) return says("ready");
    const directory = /(\/\S*\/workspaces\/[\w-]+\/[\w-]+)/.exec(text)?.[1];
    if (question.tools.length === 0 || !directory || edited) return says("All of it is done.");
    edited = true;
    const filePath = `${directory}/docs/intro.md`;
    return uses({ name: "edit", input: { filePath, oldString: "# Intro", newString: "# Introduction" } });
  };
}

dashboardTest(
  "opencode: found on this machine, connected in the dialog, and one run to the applied patch",
  async (browser) => {
    const program = join(await installAgent("opencode"), "opencode-linux-x64", "bin");
    await using server = ModelServer.start(model());
    const place = await browser.place({ wrap: ["env", `PATH=${program}:${Deno.env.get("PATH") ?? ""}`] });
    const page = await browser.page();
    await page.goto(`${place.url}/dashboard/models?connect`);
    await isLive(page);
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "A server at another address …" }).click();
    await dialog.getByLabel("Address").fill(server.baseUrl);
    await dialog.getByRole("button", { name: "Add and try it" }).click();
    await dialog.getByText(/test-model answered in/).waitFor();
    await dialog.getByRole("button", { name: /Try and use opencode/i }).click();
    await dialog.getByText(/opencode.* answered in .* It does what needs a model from now on\./).waitFor();

    const repo = encodeURIComponent(place.repository.root);
    await page.goto(`${place.url}/dashboard/runs?new=1&repo=${repo}`);
    await isLive(page);
    const form = page.getByRole("dialog", { name: "Ask for work" });
    await form.getByLabel("Request").fill("Call the introduction by its whole name.");
    await form.getByLabel("Verifier").fill('grep -q "^# Introduction" docs/intro.md');
    await form.getByRole("button", { name: "Start the run" }).click();
    await page.waitForURL(/\/runs\/run_/);
    const id = /run_\w+/.exec(page.url())![0];
    await place.settled(id);
    const waiting = await place.call("GET /runs/:id", { params: { id } });
    assert.equal(waiting.status, "waiting", waiting.statusDetail);
    assert.equal(waiting.evaluation?.outcome, "passed", waiting.evaluation?.detail);
    assert.deepEqual(waiting.plannedBy?.provider, "opencode");
    await place.approve(id);
    assert.equal(place.repository.read("docs/intro.md"), "# Introduction\n");
    await page.getByText("completed").first().waitFor();
  },
);
