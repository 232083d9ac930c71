/// <reference lib="dom" />
import assert from "node:assert/strict";
import type { TestRepository } from "../git.ts";
import { violationsOf } from "./axe.ts";
import { browserTest } from "./chromium.ts";
import { ReviewSite } from "./review_site.ts";

const ATTACK = '<img src=x onerror="globalThis.attacked=1">';
const CONTEXT = "/dashboard/context";

const write = (
  site: ReviewSite,
  { root }: TestRepository,
  content: string,
  more: { title?: string; documentType?: string; status?: "active" | "draft" } = {},
) =>
  site.operator("POST /projects/context", {
    body: { projectPath: root, title: "Notes", documentType: "notes", content, ...more },
  });

const imported = (site: ReviewSite, { root }: TestRepository) =>
  site.operator("POST /projects/context", { body: { projectPath: root, importFrom: "AGENTS.md" } });

browserTest(
  "a document is created, edited into a new version, archived and restored",
  async () => {
    await using site = await ReviewSite.open();
    const repository = site.repository();
    const page = await site.page(CONTEXT);
    await page.getByRole("heading", { name: "No documents yet" }).waitFor();
    await page.keyboard.press("n");
    await page.getByLabel("Project", { exact: true }).fill(repository.root);
    await page.getByRole("textbox", { name: "Title" }).fill("How we work");
    await page.getByRole("textbox", { name: "Content" }).fill("Small commits.\n");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "How we work" }).waitFor();
    await page.getByRole("region", { name: "Content" }).getByText("Small commits.").waitFor();
    const id = page.url().split("/").at(-1)!;

    await page.keyboard.press("e");
    await page.getByRole("textbox", { name: "Content" }).fill("Small, green commits.\n");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("region", { name: "Content" }).getByText("Small, green commits.").waitFor();
    const versions = page.getByRole("list", { name: "Versions, newest first" }).getByRole("listitem");
    await versions.getByText("Version 2").waitFor();
    assert.equal(await versions.count(), 2);
    await page.getByRole("link", { name: "Version 1" }).click();
    await page.getByText("This is what version 1 said.").waitFor();
    await page.getByRole("region", { name: "Content" }).getByText("Small commits.").waitFor();
    assert.equal(await page.getByRole("button", { name: "Edit …" }).count(), 0);
    await page.getByRole("link", { name: "Show the newest" }).click();
    await page.getByRole("region", { name: "Content" }).getByText("Small, green commits.").waitFor();

    await page.getByRole("button", { name: "Archive …" }).click();
    await page.getByRole("button", { name: "Archive the document" }).click();
    await page.getByRole("button", { name: "Restore" }).click();
    await page.getByRole("button", { name: "Archive …" }).waitFor();
    const stored = await site.operator("GET /projects/context/:id", { params: { id } });
    assert.equal(stored.content, "Small, green commits.\n");
    assert.equal(stored.status, "active");
    assert.equal(stored.version, 2);
    await site.atPeace();
  },
);

browserTest("a file is imported; when it changes, the page says so and imports it again", async () => {
  await using site = await ReviewSite.open();
  const repository = site.repository({ "AGENTS.md": "# Rules\n\nSee `src/gone.ts`.\n" });
  const page = await site.page(CONTEXT);
  await page.getByRole("button", { name: "Add a document …" }).click();
  await page.getByRole("radio", { name: "Import a file" }).click();
  await page.getByLabel("Project", { exact: true }).fill(repository.root);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("It names 1 path or command that the repository does not have.").waitFor();
  const drift = page.getByRole("region", { name: "Drift" });
  await drift.getByText("src/gone.ts", { exact: true }).waitFor();
  repository.write({ "AGENTS.md": "# Rules\n\nSee `src/here.ts`.\n", "src/here.ts": "" });
  await page.getByRole("button", { name: "Check drift" }).click();
  await page.getByText(/has changed since it was imported/).waitFor();
  await page.getByRole("button", { name: "Import again" }).click();
  await page.getByRole("region", { name: "Content" }).getByText("src/here.ts").waitFor();
  await drift.getByText("The repository has them all.").waitFor();
  await site.atPeace();
});

browserTest("documents are searched and filtered by the address and opened by keyboard", async () => {
  await using site = await ReviewSite.open();
  const repository = site.repository();
  await write(site, repository, "About testing.", { title: "Tests", documentType: "plan" });
  await write(site, repository, "About deploying.", { title: "Deploys" });
  await write(site, repository, "Not yet.", { title: "Later", status: "draft" });
  const page = await site.page(`${CONTEXT}?q=about`);
  const rows = page.getByRole("rowheader");
  await rows.nth(1).waitFor();
  assert.equal(await rows.count(), 2);
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Tests" }).waitFor();
  await page.goBack();
  await rows.nth(1).waitFor();
  await page.getByLabel("Status").selectOption("draft");
  await page.getByRole("heading", { name: "No documents match" }).waitFor();
  await page.getByRole("searchbox", { name: "Search title and content" }).fill("");
  await page.getByRole("rowheader", { name: "Later" }).waitFor();
  assert.equal(await rows.count(), 1);
  await site.atPeace();
});

browserTest(
  "an edit after another version was saved elsewhere shows a warning before it is saved",
  async () => {
    await using site = await ReviewSite.open();
    const { id } = await write(site, site.repository(), "one");
    const page = await site.page(`${CONTEXT}/${id}`);
    await page.getByRole("button", { name: "Edit …" }).click();
    await site.operator("PATCH /projects/context/:id", { params: { id }, body: { content: "two" } });
    await page.getByText("Version 2 was saved elsewhere while you were editing.").waitFor();
    assert.equal(await page.getByRole("textbox", { name: "Content" }).inputValue(), "one");
    await site.atPeace();
  },
);

browserTest("titles, content and drift of a document stay text", async () => {
  await using site = await ReviewSite.open();
  const { id } = await write(site, site.repository(), `# ${ATTACK}\n\nSee \`src/${ATTACK}.ts\``, {
    title: `title ${ATTACK}`,
    documentType: "<b>plan</b>",
  });
  const page = await site.page(CONTEXT);
  await page.getByRole("link", { name: `title ${ATTACK}` }).click();
  await page.getByRole("region", { name: "Content" }).getByText(`# ${ATTACK}`).waitFor();
  assert.equal(new URL(page.url()).pathname, `${CONTEXT}/${id}`);
  assert.equal(await page.evaluate(() => "attacked" in globalThis), false);
  assert.equal(await page.locator("img, #main b").count(), 0);
  await site.atPeace();
});

browserTest(
  "axe-core finds no violations in context documents, in any theme, wide and narrow",
  async () => {
    await using site = await ReviewSite.open();
    const repository = site.repository({ "AGENTS.md": "# Rules\n\nSee `src/gone.ts`.\n" });
    const { title } = await imported(site, repository);
    await write(site, repository, "About deploying.", { status: "draft" });
    const page = await site.page(CONTEXT);
    await page.getByRole("rowheader").first().waitFor();
    assert.deepEqual(await violationsOf(page, { narrow: true }), [], "the list");
    await page.getByRole("button", { name: "Add a document …" }).click();
    await page.getByRole("dialog").waitFor();
    assert.deepEqual(await violationsOf(page, { narrow: true }), [], "adding");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("link", { name: title }).click();
    await page.getByRole("region", { name: "Drift" }).waitFor();
    assert.deepEqual(await violationsOf(page, { narrow: true }), [], "one");
    await site.atPeace();
  },
);
