/// <reference lib="dom" />
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import type { CoordinatorMessageInput } from "../../services/conversation/coordinator/schemas.ts";
import { violationsOf } from "./axe.ts";
import { browserTest } from "./chromium.ts";
import { REVIEWED } from "../git.ts";
import { reviewPath, ReviewSite } from "./review_site.ts";
import { tabTo } from "./tab_to.ts";

const LIST = "/dashboard/conversations";
const ATTACK = '<img src=x onerror="globalThis.attacked=1">';

const begin = async (site: ReviewSite, title?: string): Promise<string> =>
  (await site.operator("POST /coordinator/conversations", { body: title ? { title } : {} })).id;

const say = (site: ReviewSite, id: string, content: string, extra: Partial<CoordinatorMessageInput> = {}) =>
  site.operator("POST /coordinator/conversations/:id/messages", {
    params: { id },
    body: { content, ...extra },
  });

const message = (page: Page) => page.getByRole("textbox", { name: "Message" });
const said = (page: Page) => page.getByRole("region", { name: "Conversation messages" });
const side = (page: Page) => page.getByRole("complementary", { name: "In this conversation" });

browserTest(
  "by keyboard only: a conversation is started, a run is requested in it and followed live to the review",
  async () => {
    await using site = await ReviewSite.open();
    const repository = site.repository();
    const page = await site.page(LIST);
    await page.getByRole("heading", { name: "No conversations yet" }).waitFor();
    await page.keyboard.press("n");
    await page.getByRole("heading", { name: "What should be done?" }).waitFor();
    const chip = page.getByText("Repository: not selected");
    await chip.focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.type(repository.root);
    await page.keyboard.press("Enter");
    await page.getByText(`Repository: ${repository.root.split("/").at(-1)}`).waitFor();
    await page.keyboard.type("list files");
    await page.keyboard.press("Enter");
    await said(page).getByText("a.txt").first().waitFor();
    await page.keyboard.type('create b.txt with "b"');
    await page.keyboard.press("Shift+Enter");
    assert.equal(await message(page).inputValue(), 'create b.txt with "b"\n', "Shift makes it a line");
    await page.keyboard.press("Enter");
    await said(page).getByText("run started", { exact: true }).waitFor();
    await said(page).getByText("A run was queued.").waitFor();
    await said(page).getByText(/Added: task_1/).waitFor();
    assert.equal(await message(page).inputValue(), "");
    const card = said(page).getByRole("region", { name: "Run 1" });
    await card.getByRole("link", { name: '#1 create b.txt with "b"' }).waitFor();
    await card.getByRole("link", { name: "Review" }).waitFor();
    await card.getByRole("link", { name: "1 file (+1 −0)" }).waitFor();
    await said(page).getByText("The run #1 was queued").waitFor();
    assert.equal(
      await said(page).getByText("Run waiting").count(),
      0,
      "events are collapsed by default",
    );
    await said(page).getByText("Events", { exact: true }).last().click();
    await said(page).getByRole("link", { name: "Run waiting" }).waitFor();
    await said(page).getByText("Approval requested").waitFor();
    const [started] = await site.operator("GET /runs");
    const run = await site.settled(started!.id);
    await tabTo(page, side(page).getByRole("link", { name: "Review" }));
    await page.keyboard.press("Enter");
    await page.waitForURL(`**${reviewPath(run)}`);
    await page.goBack();
    await card.getByRole("link", { name: "Review" }).waitFor();
    await site.operator("POST /approvals/:id/approve", { params: { id: run.approvalId! }, body: REVIEWED });
    await card.getByText("applied").waitFor();
    const next = await begin(site, "Another");
    await page.goto(page.url().replace(/\/dashboard.*/, `${LIST}/${next}`));
    await page.getByText(`Repository: ${repository.root.split("/").at(-1)}`).waitFor();
    await site.atPeace();
  },
);

browserTest("messages of others and their effects appear without a reload", async () => {
  await using site = await ReviewSite.open();
  const repository = site.repository();
  const id = await begin(site, "Shared");
  const page = await site.page(`${LIST}/${id}`);
  await page.getByRole("heading", { name: "What should be done?" }).waitFor();
  const { runId } = await say(site, id, 'create b.txt with "b"', { repoPath: repository.root });
  await said(page).getByText("run started", { exact: true }).waitFor();
  await site.settled(runId!);
  await side(page).getByText("waiting", { exact: true }).waitFor();
  await say(site, id, "remember: the greeting stays as it is");
  const kept = said(page).getByRole("link", { name: "Memory record" });
  assert.match(await kept.getAttribute("href") ?? "", /^\/dashboard\/memory\?status=any&record=mem_/);
  await say(site, id, "cancel: not needed");
  await said(page).getByText("run cancelled", { exact: true }).waitFor();
  await side(page).getByText("cancelled", { exact: true }).waitFor();
  await site.settled(runId!);
  const first = said(page).getByRole("article").first();
  await first.getByText("Events", { exact: true }).click();
  await first.getByText("Run waiting").waitFor();
  assert.equal(await first.getByText("Run cancelled").count(), 0, "that belongs to the next message");
  const list = await site.page(LIST);
  await list.getByRole("link", { name: "Shared" }).waitFor();
  await begin(site, "Another");
  await list.getByRole("link", { name: "Another" }).waitFor();
  await list.keyboard.press("j");
  await list.keyboard.press("Enter");
  await list.getByRole("heading", { name: "Shared" }).waitFor();
  await site.atPeace();
});

browserTest(
  "files are attached to a message, and their content is shown as text without links",
  async () => {
    await using site = await ReviewSite.open();
    const id = await begin(site);
    const page = await site.page(`${LIST}/${id}`);
    const attach = async (name: string, text: string) => {
      await page.getByLabel("Files to attach").setInputFiles({
        name,
        mimeType: "text/markdown",
        buffer: Buffer.from(text),
      });
      await page.getByRole("list", { name: "Attached to this message" }).getByText(name).waitFor();
    };
    await attach("kept.md", `# Title\n\n${ATTACK}\n`);
    await attach("dropped.txt", "x");
    await page.getByRole("button", { name: "Remove dropped.txt" }).click();
    await message(page).fill("status");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await said(page).getByRole("list", { name: "Attachments" }).getByRole("button", { name: "kept.md" })
      .click();
    const dialog = page.getByRole("dialog", { name: "kept.md" });
    await dialog.getByText(ATTACK).waitFor();
    assert.equal(await page.locator("img").count(), 0);
    await page.keyboard.press("Escape");
    const turns = await site.operator("GET /coordinator/conversations/:id/turns", { params: { id } });
    assert.equal(turns[0]!.message.attachmentIds.length, 1);
    await side(page).getByRole("heading", { name: "Files" }).click();
    await side(page).getByRole("button", { name: "dropped.txt" }).waitFor();
    await site.atPeace();
  },
);

browserTest(
  "a check reports problems before anything is done, for exactly the text that was written",
  async () => {
    await using site = await ReviewSite.open();
    const repository = site.repository();
    const id = await begin(site);
    const page = await site.page(`${LIST}/${id}`);
    await page.getByText("Repository: not selected").click();
    await page.getByLabel("Repository", { exact: true }).fill(repository.root);
    await message(page).fill("make it nicer");
    await page.getByRole("button", { name: "Check first" }).click();
    const found = page.getByRole("status", { name: "Check results" });
    await found.getByText("1 problem to solve first.").waitFor();
    await found.getByText("A worker is ready and understands the request").waitFor();
    assert.equal((await site.operator("GET /runs")).length, 0);
    await message(page).fill('create b.txt with "b"');
    await found.waitFor({ state: "detached" });
    await side(page).getByRole("heading", { name: "Checks before a run" }).click();
    await side(page).getByText("blocks", { exact: true }).first().waitFor();
    await site.atPeace();
  },
);

browserTest("a draft survives a reload and a refusal, which is shown word for word", async () => {
  await using site = await ReviewSite.open();
  const id = await begin(site);
  const page = await site.page(`${LIST}/${id}`);
  await message(page).fill('create b.txt with "b"');
  await page.getByText("Repository: not selected").click();
  await page.getByLabel("Repository", { exact: true }).fill("relative");
  await page.reload();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("alert").getByText(/absolute path/).waitFor();
  assert.equal(await message(page).inputValue(), 'create b.txt with "b"');
  assert.equal(await page.getByLabel("Repository", { exact: true }).inputValue(), "relative");
  assert.deepEqual(site.complaints.filter((each) => !each.includes("400")), []);
});

browserTest(
  "a conversation is renamed, archived and reopened; the address distinguishes the two lists",
  async () => {
    await using site = await ReviewSite.open();
    const id = await begin(site, "Before");
    const page = await site.page(`${LIST}/${id}`);
    await page.getByRole("button", { name: "Rename …" }).click();
    await page.getByLabel("Name", { exact: true }).fill("After");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "After", level: 1 }).waitFor();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Archive" }).click();
    await page.getByText("Reopen it to continue.").waitFor();
    assert.equal(await message(page).count(), 0);
    await page.getByRole("link", { name: "Conversations" }).last().click();
    await page.getByRole("heading", { name: "No conversations yet" }).waitFor();
    await page.getByText("Archived", { exact: true }).click();
    assert.match(page.url(), /\?status=archived$/);
    await page.getByRole("link", { name: "After" }).click();
    await page.getByRole("button", { name: "Reopen" }).click();
    await message(page).waitFor();
    await site.atPeace();
  },
);

browserTest(
  "a long conversation shows its end first, and earlier messages on request",
  async () => {
    await using site = await ReviewSite.open();
    const id = await begin(site);
    await say(site, id, "status of the very first");
    for (let i = 0; i < 31; i++) await say(site, id, "help");
    const page = await site.page(`${LIST}/${id}`);
    await said(page).getByText("Listed the commands.").last().waitFor();
    const first = said(page).getByText("status of the very first");
    assert.equal(await first.count(), 0);
    await page.getByRole("button", { name: "Show earlier messages" }).click();
    await first.waitFor();
    assert.equal(await page.getByRole("button", { name: "Show earlier messages" }).count(), 0);
    await site.atPeace();
  },
);

browserTest("untrusted text stays text: messages, answers, names, files, designs, events", async () => {
  await using site = await ReviewSite.open();
  const repository = site.repository();
  const id = await begin(site, `title ${ATTACK} \u202e`);
  const params = { id };
  const answer = `answer ${ATTACK}\n\n![p](https://evil.example/x.png) [l](javascript:attacked()) ` +
    "<https://evil.example/auto>\n\n<script>globalThis.attacked=1</script>\n<form action=/x><input></form>";
  for (const kind of ["user", "coordinator", "system"] as const) {
    await site.agent("POST /coordinator/conversations/:id/events", {
      params,
      body: { kind, content: `${kind} ${answer}` },
    });
  }
  await site.operator("POST /coordinator/conversations/:id/attachments", {
    params,
    body: { files: [{ name: ATTACK, mediaType: "text/html", contentBase64: btoa(`<p>${ATTACK}`) }] },
  });
  const { runId } = await say(site, id, `run exit 3 # ${ATTACK}`, { repoPath: repository.root });
  await site.settled(runId!);
  const page = await site.page(`${LIST}/${id}`);
  await page.getByRole("heading", { level: 1, name: `title ${ATTACK} <U+202E>` }).waitFor();
  await said(page).locator(".markdown").getByText(`answer ${ATTACK}`).waitFor();
  await said(page).locator(".markdown").getByText("javascript:attacked()").waitFor();
  await said(page).locator(".markdown").getByText("<script>globalThis.attacked=1</script>").waitFor();
  await said(page).getByText(`run exit 3 # ${ATTACK}`).first().waitFor();
  await said(page).getByText("Events", { exact: true }).click();
  await said(page).getByText("Run waiting").waitFor();
  for (const name of ["Plans", "Designs", "Files", "Summary"]) {
    await side(page).getByRole("heading", { name }).click();
  }
  await side(page).getByRole("button", { name: ATTACK }).click();
  await page.getByRole("dialog").getByText(`<p>${ATTACK}`).waitFor();
  await page.keyboard.press("Escape");
  await side(page).getByText("Add to memory").click();
  await side(page).getByText("in memory", { exact: true }).waitFor();
  const list = await site.page(LIST);
  await list.getByRole("link", { name: `title ${ATTACK}` }).waitFor();
  for (const shown of [page, list]) {
    assert.equal(await shown.evaluate(() => "attacked" in globalThis), false);
    assert.equal(await shown.locator("img, form[action], script:not([src])").count(), 0);
    assert.equal(await shown.locator('a:not([href^="/dashboard"], [href^="#"])').count(), 0);
  }
  await site.atPeace();
});

browserTest("axe-core finds no violations in conversations, in any theme, wide and narrow", async () => {
  await using site = await ReviewSite.open();
  const repository = site.repository();
  const page = await site.page(LIST);
  await page.getByRole("heading", { name: "No conversations yet" }).waitFor();
  assert.deepEqual(await violationsOf(page), []);
  const id = await begin(site, "Spoken of");
  const { runId } = await say(site, id, 'create b.txt with "b"', { repoPath: repository.root });
  await site.settled(runId!);
  await page.getByRole("link", { name: "Spoken of" }).waitFor();
  assert.deepEqual(await violationsOf(page, { narrow: true }), [], "the list");
  await page.getByRole("link", { name: "Spoken of" }).click();
  await said(page).getByText("Events", { exact: true }).click();
  await said(page).getByRole("link", { name: "Run waiting" }).waitFor();
  for (const name of ["Plans", "Designs", "Summary"]) {
    await side(page).getByRole("heading", { name }).click();
  }
  await page.getByText("Verifier, run").click();
  await message(page).fill("make it nicer");
  await page.getByRole("button", { name: "Check first" }).click();
  await page.getByText(/to solve first\.$/).waitFor();
  assert.deepEqual(await violationsOf(page, { narrow: true }), [], "the conversation");
  await site.atPeace();
});

browserTest("a conversation that could not be archived is not said to be", async () => {
  await using site = await ReviewSite.open();
  await site.operator("POST /coordinator/conversations", { body: { title: "Kept" } });
  const page = await site.page(LIST);
  await page.getByRole("link", { name: "Kept" }).waitFor();
  await page.route("**/coordinator/conversations/*", (route) => route.abort());
  await page.keyboard.press("e");
  await page.locator(".toast").first().waitFor();
  const read = page.waitForResponse("**/coordinator/conversations?*");
  await page.locator(".talk-lines").waitFor();
  await site.operator("POST /coordinator/conversations", { body: { title: "Another" } });
  await (await read).finished();
  await page.getByRole("link", { name: "Another" }).waitFor();
  assert.deepEqual(await page.locator(".toast").allInnerTexts(), ["The service does not answer."]);
  assert.deepEqual(site.complaints.filter((each) => !each.includes("ERR_FAILED")), []);
});
