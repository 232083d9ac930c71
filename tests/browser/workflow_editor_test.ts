/// <reference lib="dom" />
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { violationsOf } from "./axe.ts";
import { browserTest } from "./chromium.ts";
import { pendingId, ReviewSite } from "./review_site.ts";

/**
 * Types lines as they come; the editor indents, and `^` goes one level out at the beginning of a line. Two lines in one are
 * inserted at once: Enter after a typing error could take a suggestion instead.
 */
async function typeLines({ keyboard }: Page, lines: readonly string[]): Promise<void> {
  for (const line of lines) {
    const [out = ""] = /^\^*/.exec(line) ?? [];
    for (const _ of out) await keyboard.press("Backspace");
    if (line.includes("\n")) await keyboard.insertText(line);
    else await keyboard.type(line.slice(out.length));
    await keyboard.press("Enter");
  }
}

const BEFORE_APPROVAL = [
  "name: Release",
  "inputs:",
  "type: object",
  "required: [word]",
  "properties:",
  "word: { type: string }",
  "^^nodes:",
  "- id: greet",
  "kind: command",
  "with:",
  'command: echo "$WORD" > greeting.txt',
  "env:",
  "WORD: ${{ inputs.word }}",
  "^^^- id: check",
  "kind: comand\n    dependsOn: [greet]",
  "with:",
  "command: test -s greeting.txt",
  "^^- id: ask",
];

const AFTER_APPROVAL = [
  "dependsOn: [check]",
  "with:",
  "title: Ship it?",
  "^^- id: note",
  "kind: prompt",
  "dependsOn: [ask]",
  "with:",
  'content: create notes.txt with "shipped"',
  "worker: { provider: builtin }",
  "^^- id: tell",
  "kind: notify",
  "dependsOn: [note]",
  "with:",
  "title: Shipped",
  "content: It is done.",
  "^^- id: last",
  "kind: command",
  "dependsOn: [note]",
  "with:",
  "command: cat notes.txt",
];

browserTest(
  "a workflow of six nodes is typed, completed, corrected, activated, run from its form, approved and followed to its end",
  async () => {
    await using site = await ReviewSite.open();
    const repository = site.repository({ "a.txt": "one\n" });
    const page = await site.page("/dashboard/workflows/new");
    const { keyboard } = page;
    await page.getByRole("button", { name: "Write it" }).click();
    const dialog = page.getByRole("dialog");
    const editor = page.locator(".workflow-editor");
    await editor.getByRole("textbox", { name: "Text" }).click();
    await typeLines(page, BEFORE_APPROVAL);
    await keyboard.type("kind: app");
    await editor.getByRole("option", { name: /^approval/ }).click();
    await keyboard.press("Enter");
    await typeLines(page, AFTER_APPROVAL);

    const findings = editor.getByRole("list", { name: "Findings" });
    await findings.getByText('There is no node kind "comand". Did you mean "command"?').waitFor();
    await editor.locator(".cm-lint-marker-error").first().waitFor();
    const drawing = page.getByRole("region", { name: "Diagram of the nodes" });
    await findings.getByRole("button", { name: "Line 15, column 11" }).click();
    await drawing.locator(".is-lit", { hasText: "check" }).waitFor();
    await keyboard.press("Control+Delete");
    await keyboard.type("command");
    await editor.getByText("No problems found.").waitFor();
    await drawing.getByRole("button", { name: /^note/ }).click();
    await drawing.locator(".is-lit", { hasText: "note" }).waitFor();
    await keyboard.press("Escape");
    assert.deepEqual(await violationsOf(page, { narrow: true }), []);
    await page.getByRole("button", { name: "Dry run" }).waitFor();
    await page.getByLabel("word").fill("hello");
    await page.getByRole("button", { name: "Dry run" }).click();
    await drawing.getByRole("button", { name: /^tell/ }).getByText("completed").waitFor();
    await page.reload();
    await page.getByText("Not sent yet").waitFor();
    await editor.getByRole("textbox", { name: "Text" }).getByText("name: Release").click();
    await keyboard.press("Control+Enter");
    await page.getByRole("heading", { name: "Release" }).waitFor();

    await page.getByRole("button", { name: "Activate …" }).click();
    await dialog.getByText("test -s greeting.txt").waitFor();
    await dialog.getByRole("button", { name: "Activate version 1" }).click();
    await page.getByRole("button", { name: "Deactivate" }).waitFor();

    await page.getByRole("button", { name: "Run …" }).click();
    await dialog.getByLabel("Repository").fill(repository.root);
    await dialog.getByLabel("word").fill("hello");
    await dialog.getByRole("button", { name: "Start the run" }).click();
    await page.waitForURL(/\/dashboard\/runs\/run_/);
    const runId = new URL(page.url()).pathname.split("/").at(-1)!;
    const tree = page.getByRole("tree", { name: "Nodes" });
    await tree.getByRole("treeitem").filter({ hasText: "ask" }).getByText(/waiting/i).waitFor();
    await drawing.getByRole("listitem").filter({ hasText: "greet" }).getByText(/completed/i).waitFor();
    assert.deepEqual(await violationsOf(page), []);

    const transcript = page.getByRole("region", { name: "Transcript" });
    await transcript.getByText("test -s greeting.txt").first().waitFor();

    // By keyboard only: to the waiting node, and into its execution.
    await tree.getByRole("treeitem").first().focus();
    await keyboard.press("ArrowDown");
    await keyboard.press("ArrowDown");
    const focused = await page.evaluate(() => document.activeElement?.textContent ?? "");
    assert.match(focused, /^ask.*approval.*after check/);
    await page.getByRole("link", { name: "Decide" }).click();
    await page.getByRole("heading", { name: "Ship it?" }).waitFor();
    assert.deepEqual(await violationsOf(page), []);
    await page.getByRole("button", { name: /^Approve/ }).click();
    await page.getByRole("heading", { name: "Approved" }).waitFor();
    await page.goto(`${site.service.url}/dashboard/runs/${runId}`);
    const run = await site.settled(runId);
    await site.operator("POST /approvals/:id/approve", {
      params: { id: pendingId(run) },
      body: { actorType: "human", reviewedEvidence: true, reviewedHashes: true, reviewedPolicyClass: true },
    });
    for (const name of ["greet", "check", "ask", "note", "tell", "last"]) {
      await tree.getByRole("treeitem").filter({ hasText: new RegExp(`^${name}`) }).getByText("completed")
        .waitFor();
    }
    assert.equal((await site.settled(runId)).status, "completed");
    assert.deepEqual([repository.read("greeting.txt"), repository.read("notes.txt")], ["hello\n", "shipped"]);
    await site.atPeace();
  },
);

browserTest("a dry run of a text that was changed meanwhile is not drawn on the new one", async () => {
  await using site = await ReviewSite.open();
  const page = await site.page("/dashboard/workflows/new");
  const held = Promise.withResolvers<void>();
  await page.route("**/workflow-test-runs/run", async (route) => {
    if (route.request().postDataJSON().mode === "dry") await held.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: "Write it" }).click();
  const text = page.locator(".workflow-editor").getByRole("textbox", { name: "Text" });
  await text.click();
  await page.keyboard.insertText(
    "name: Late\nnodes:\n  - { id: a, kind: command, with: { command: make } }\n",
  );
  await page.getByRole("button", { name: "Dry run" }).click();
  await text.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText("  - { id: b, kind: command, with: { command: test } }\n");
  const drawing = page.getByRole("region", { name: "Diagram of the nodes" });
  await drawing.getByRole("button", { name: /^b/ }).waitFor();
  held.resolve();
  await page.getByRole("region", { name: "Test result" }).waitFor();
  assert.equal(await drawing.getByText("completed").count(), 0);
  await page.getByRole("button", { name: "Dry run" }).click();
  await drawing.getByText("completed").nth(1).waitFor();
  await site.atPeace();
});
