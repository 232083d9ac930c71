/// <reference lib="dom" />
import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { TEMPLATE_SOURCES } from "../../services/control/workflows/template_sources.ts";
import { violationsOf } from "./axe.ts";
import { browserTest } from "./chromium.ts";
import { ModelServer } from "../models/server/model_server.ts";
import { says } from "../models/server/reply.ts";
import { TestRepository } from "../git.ts";
import { SANDBOX } from "../sandbox.ts";
import { pendingId, ReviewSite } from "./review_site.ts";

/** Replaces the text in the editor by pasting. */
async function write(place: Locator, text: string): Promise<void> {
  const editor = place.getByRole("textbox", { name: "Text" });
  await editor.press("Control+a");
  await editor.evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

browserTest(
  "a workflow is created from a template, corrected, saved, activated, compared and deleted",
  async () => {
    await using site = await ReviewSite.open();
    const page = await site.page("/dashboard/workflows");
    await page.getByRole("heading", { name: "No workflows yet" }).waitFor();
    await page.getByRole("link", { name: "New workflow" }).first().click();
    await page.getByRole("region", { name: "Diagram of Fix until green" }).getByText("check").waitFor();
    assert.deepEqual(await violationsOf(page, { narrow: true }), []);
    const dialog = page.getByRole("dialog");
    const editor = page.locator(".workflow-editor");
    await page.getByRole("button", { name: "Use the template Fix until green" }).click();
    await editor.getByText("No problems found.").waitFor();
    const template = TEMPLATE_SOURCES["fix-until-green"]!;
    await write(editor, template.replace("kind: loop", "kind: lop"));
    const findings = editor.getByRole("list", { name: "Findings" });
    await findings.getByText('There is no node kind "lop". Did you mean "loop"?').waitFor();
    await editor.locator(".cm-lint-marker-error").first().waitFor();
    await findings.getByRole("button", { name: "Line 10, column 11" }).click();
    assert.deepEqual(await violationsOf(page, { narrow: true }), []);

    // The focus is at the error in the editor, where typing corrects it.
    await page.keyboard.press("Control+Delete");
    await page.keyboard.type("lo");
    await editor.getByRole("option", { name: /loop/ }).click();
    await editor.getByText("No problems found.").waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("heading", { name: "Fix until green" }).waitFor();
    const tree = page.getByRole("tree", { name: "Nodes" });
    assert.match(
      await tree.innerText(),
      /mend[\s\S]*loop[\s\S]*check[\s\S]*command[\s\S]*fix[\s\S]*after check/,
    );
    assert.deepEqual(await violationsOf(page), []);
    const facts = await page.locator("dl.facts", { hasText: "Policy classes" }).locator("dt, dd")
      .allInnerTexts();
    assert.deepEqual(facts.filter((text) => text.trim() === ""), [], "no fact is empty");

    await page.getByRole("button", { name: "Activate …" }).click();
    await dialog.getByText("sh check.sh").waitFor();
    assert.deepEqual(await violationsOf(page), []);
    await dialog.getByRole("button", { name: "Activate version 1" }).click();
    await page.getByRole("button", { name: "Deactivate" }).waitFor();
    const [saved] = await site.operator("GET /saved-workflows", { query: {} });
    assert.deepEqual([saved!.status, saved!.activeVersion], ["active", 1]);

    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await write(editor, template.replace("max: 5", "max: 7").replace("sh check.sh", "sh other.sh"));
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const difference = page.getByRole("region", { name: "From version 1 to version 2" });
    const nodes = difference.getByRole("list", { name: "Changed nodes" });
    assert.match(await nodes.innerText(), /changed\s+mend[\s\S]*changed\s+check/);
    const reach = difference.getByRole("list", { name: "Changed permissions" });
    assert.match(await reach.innerText(), /commands \+ sh other\.sh; − sh check\.sh/);
    await page.getByLabel("From", { exact: true }).selectOption({ label: "Version 2" });
    await page.getByLabel("To", { exact: true }).selectOption({ label: "Version 1" });
    const back = page.getByRole("region", { name: "From version 2 to version 1" });
    await back.getByText("+ sh check.sh; − sh other.sh").waitFor();
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await page.getByRole("button", { name: "Describe a change …" }).click();
    await dialog.getByLabel("What is to change").fill("run make check");
    await dialog.getByRole("button", { name: "Make a draft" }).click();
    const change = dialog.getByRole("region", { name: "Difference from your draft" });
    await change.getByText("+ make check").waitFor();
    assert.deepEqual(await violationsOf(page), []);
    await dialog.getByRole("button", { name: "Open in the editor" }).click();
    await editor.getByText("No problems found.").waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("treeitem").filter({ hasText: "make check" }).waitFor();
    await page.getByRole("button", { name: "Delete …" }).click();
    await page.getByRole("button", { name: "Delete the workflow" }).click();
    await page.getByRole("heading", { name: "No workflows yet" }).waitFor();
    await site.atPeace();
  },
);

browserTest(
  "the tree of the nodes is navigated by keyboard and has the same content as the drawing",
  async () => {
    await using site = await ReviewSite.open();
    const source = TEMPLATE_SOURCES["fix-until-green"]!;
    const { id } = await site.operator("POST /saved-workflows", { body: { source } });
    const page = await site.page(`/dashboard/workflows/${id}`);
    const tree = page.getByRole("tree", { name: "Nodes" });
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
    await tree.getByRole("treeitem").first().focus();
    assert.match(await focused(), /^mend.*loop.*until nodes\.check\.exitCode == 0, at most 5 times$/);
    await page.keyboard.press("ArrowDown");
    assert.match(await focused(), /^check.*command.*continues on failure.*sh check\.sh$/);
    await page.keyboard.press("End");
    assert.match(await focused(), /^fix.*prompt.*after check.*when nodes\.check\.exitCode != 0$/);
    await page.keyboard.press("ArrowLeft");
    assert.match(await focused(), /^mend/);
    await page.keyboard.press("ArrowLeft");
    assert.equal(await tree.getByRole("treeitem").count(), 1);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    assert.match(await focused(), /^check/);
    const drawing = page.getByRole("region", { name: "Diagram of the nodes" });
    assert.deepEqual(
      (await drawing.getByRole("listitem").allInnerTexts()).map((text) => text.split("\n")[0]),
      ["mend", "check", "fix"],
    );
    await site.atPeace();
  },
);

browserTest("a dry run shows its trace, and the differences from the previous one", async () => {
  await using site = await ReviewSite.open();
  const source = TEMPLATE_SOURCES["fix-until-green"]!;
  const { id } = await site.operator("POST /saved-workflows", { body: { source } });
  const page = await site.page(`/dashboard/workflows/${id}`);
  await page.getByLabel("fix", { exact: true }).fill('append "x" to a.txt');
  await page.getByRole("button", { name: "Dry run" }).click();
  const trace = page.getByRole("list", { name: "Trace" });
  await trace.getByText("mend[1].check").first().waitFor();
  await page.getByText("Stubs").click();
  await page.getByLabel("Outputs by node").fill('{"mend[1].check": {"exitCode": 1}}');
  await page.getByRole("button", { name: "Dry run" }).click();
  await page.getByRole("list", { name: "Differences from the previous trace" })
    .getByText(/mend\[1\]\.fix: It was skipped and is now completed\./).waitFor();
  assert.deepEqual(await violationsOf(page), []);
  await site.atPeace();
});

browserTest("a sandbox run shows the output and the changes that it would make", async () => {
  await using site = await ReviewSite.open();
  const source =
    "name: Try\nnodes:\n  - { id: it, kind: command, with: { command: 'echo seen; echo more >> a.txt' } }\n";
  const { id } = await site.operator("POST /saved-workflows", { body: { source } });
  using repository = TestRepository.make();
  const page = await site.page(`/dashboard/workflows/${id}`);
  await page.getByLabel("Repository").fill(repository.root);
  await page.getByRole("button", { name: "Run in the sandbox" }).click();
  if (!SANDBOX) return void await page.getByText("Commands cannot be confined here.").waitFor();
  await page.getByRole("region", { name: "What it printed" }).getByText("seen").waitFor();
  await page.getByRole("region", { name: "What it would change" }).getByText("+more").waitFor();
  assert.deepEqual(await violationsOf(page), []);
  assert.equal(repository.git("status", "--porcelain"), "");
  await site.atPeace();
});

browserTest(
  "a file of another program is imported with a report for each line, and opens in the editor",
  async () => {
    await using site = await ReviewSite.open();
    const page = await site.page("/dashboard/workflows/new");
    await page.getByRole("button", { name: "Import a file …" }).click();
    const dialog = page.getByRole("dialog");
    const content = [
      ...["name: CI", "on: push", "jobs:", "  test:", "    runs-on: ubuntu-latest"],
      ...["    steps:", "      - uses: actions/checkout@v4", "      - run: npm test", ""],
    ].join("\n");
    await dialog.getByLabel("File").evaluate((input: HTMLInputElement, content) => {
      const chosen = new DataTransfer();
      chosen.items.add(new File([content], "ci.yml"));
      input.files = chosen.files;
      input.dispatchEvent(new Event("change", { bubbles: true }));
    }, content);
    await dialog.getByRole("button", { name: "Read", exact: true }).click();
    const report = dialog.getByRole("list", { name: "Result for each line" });
    await report.getByText("line 7").first().waitFor();
    assert.match(await report.innerText(), /imported\s+line 8\s+- run: npm test/);
    assert.deepEqual(await violationsOf(page), []);
    assert.deepEqual(await site.operator("GET /saved-workflows", { query: {} }), []);
    await dialog.getByRole("button", { name: "Open in the editor" }).click();
    await page.locator(".workflow-editor").getByText("npm test").waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("button", { name: "Run …" }).waitFor();
    await site.atPeace();
  },
);

browserTest(
  "a workflow is described in plain words, a model drafts it, and the draft opens in the editor",
  async () => {
    const source = "name: Test\nnodes:\n  - { id: test, kind: command, with: { command: npm test } }\n";
    const answer = {
      source,
      explanation: ["The tests run."],
      unmatched: [{ text: "with a smile", why: "No node smiles." }],
      questions: [],
      trigger: null,
    };
    let reply = says("I cannot.");
    await using server = ModelServer.start(() => reply);
    await using site = await ReviewSite.open();
    await site.operator("POST /providers", {
      body: { id: "near", kind: "openai-compatible", baseUrl: server.baseUrl, models: ["test-model"] },
    });
    const page = await site.page("/dashboard/workflows/new");
    await page.getByRole("button", { name: "Describe it …" }).click();
    const dialog = page.getByRole("dialog");
    const words = dialog.getByLabel("What it does");
    await words.fill("Check it, with a smile");
    await dialog.getByLabel("Drafted by").selectOption({ label: "near/test-model" });
    await dialog.getByRole("button", { name: "Make a draft" }).click();
    await dialog.getByText("No draft came from near/test-model. This one is made by fixed rules.").waitFor();
    await dialog.getByRole("list", { name: "Problems of the model" }).getByText("The answer is not JSON.")
      .waitFor();
    await dialog.getByText("3 calls · 300 tokens in, 60 out · cost not known").waitFor();
    assert.deepEqual(await violationsOf(page), []);
    reply = says(JSON.stringify(answer));
    await words.fill("Check it with a smile");
    await dialog.getByRole("button", { name: "Make a draft" }).click();
    const unmatched = dialog.getByRole("list", { name: "Not understood" });
    await unmatched.getByText("No node smiles.").waitFor();
    assert.deepEqual(await violationsOf(page), []);
    await dialog.getByRole("button", { name: "Open in the editor" }).click();
    const editor = page.locator(".workflow-editor");
    await editor.getByText("npm test").waitFor();
    await editor.getByText("No problems found.").waitFor();
    assert.deepEqual(await site.operator("GET /saved-workflows", { query: {} }), []);
    await site.atPeace();
  },
);

/** The inputs for the form of each template, and the file that the repository contains at the end. */
const TEMPLATES: Record<
  string,
  { files?: Record<string, string>; typed?: Record<string, string>; after: string; state?: string }
> = {
  "sequential": { typed: { request: 'create one.txt with "1"' }, after: "one.txt" },
  "parallel": { typed: { request: 'create one.txt with "1"\ncreate two.txt with "2"' }, after: "two.txt" },
  "plan-approve-implement": { typed: { request: 'create done.txt with "yes"' }, after: "done.txt" },
  "fix-until-green": {
    files: { "check.sh": "grep -q more a.txt\n", "a.txt": "one\n" },
    typed: { fix: 'append "more" to a.txt' },
    after: "a.txt",
  },
  "review-only": { typed: { request: 'create notes.txt with "looked"' }, after: "" },
  "each-file": {
    files: { "a.txt": "a\n", "b.txt": "b\n" },
    typed: { files: "a.txt\nb.txt", text: "seen" },
    after: "b.txt",
  },
  "nightly-check": { files: { "check.sh": "exit 3\n" }, after: "", state: "failed" },
};

assert.deepEqual(Object.keys(TEMPLATES).sort(), Object.keys(TEMPLATE_SOURCES).sort());

for (
  const [template, { files = { "a.txt": "one\n" }, typed = {}, after, state = "completed" }] of Object
    .entries(TEMPLATES)
) {
  browserTest(`the template ${template} is run from its page, offline, and its states are seen`, async () => {
    await using site = await ReviewSite.open();
    const repository = site.repository(files);
    const { id } = await site.operator("POST /saved-workflows", {
      body: { source: TEMPLATE_SOURCES[template]! },
    });
    const page = await site.page(`/dashboard/workflows/${id}`);
    await page.getByRole("button", { name: "Run …" }).click();
    const dialog = page.getByRole("dialog");
    for (const [name, text] of Object.entries(typed)) {
      await dialog.getByLabel(name, { exact: true }).fill(text);
    }
    await dialog.getByLabel("Repository").fill(repository.root);
    await dialog.getByRole("button", { name: "Start the run" }).click();
    await page.waitForURL(/\/dashboard\/runs\/run_/);
    const runId = new URL(page.url()).pathname.split("/").at(-1)!;
    const tree = page.getByRole("tree", { name: "Nodes" });
    let run = await site.settled(runId);
    while (run.status === "waiting") {
      await site.operator("POST /approvals/:id/approve", {
        params: { id: pendingId(run) },
        body: { actorType: "human", reviewedEvidence: true, reviewedHashes: true, reviewedPolicyClass: true },
      });
      run = await site.settled(runId);
    }
    assert.equal(run.status, "completed", run.statusDetail);
    const first = tree.getByRole("treeitem").first();
    await first.getByText(state).waitFor();
    await page.goto(`${site.service.url}/dashboard/workflows/${id}`);
    const runs = page.getByRole("region", { name: "Runs of the workflow" });
    await runs.getByRole("row").nth(1).getByText("completed").waitFor();
    await runs.getByRole("link", { name: "#1" }).waitFor();
    if (after !== "") assert.ok(repository.git("status", "--porcelain", "-uall").includes(after));
    assert.deepEqual(await violationsOf(page), []);
    await site.atPeace();
  });
}
