/// <reference lib="dom" />
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { dashboardTest, isLive } from "./browser.ts";
import type { Place } from "./place.ts";

/** How the browser's storage names a draft. */
const keptIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("agent-harness.draft.")));

const open = async (page: Page, place: Place, path: string, button?: string) => {
  await page.goto(`${place.url}/dashboard/${path}`);
  await isLive(page);
  if (button !== undefined) await page.getByRole("button", { name: button, exact: true }).click();
};

/** Where one writes, how one gets there, and the field. */
const COMPOSERS: readonly { path: string; button?: string; label: string }[] = [
  { path: "automations", button: "New automation …", label: "Request" },
  { path: "context", button: "Add a document …", label: "Content" },
  { path: "memory", button: "Add a note …", label: "Statement" },
  { path: "workflows/new", button: "Describe it …", label: "What it does" },
  { path: "planner?tab=tasks", label: "Quick add" },
];

for (const { path, button, label } of COMPOSERS) {
  dashboardTest(`drafts: what is written at ${path} outlasts Escape and a reload`, async (browser) => {
    const place = await browser.place();
    const page = await browser.page();
    await open(page, place, path, button);
    const field = page.getByLabel(label, { exact: true });
    await field.fill("Not sent yet");
    await field.press("Escape");
    await open(page, place, path, button);
    assert.equal(await field.inputValue(), "Not sent yet");
    if (button === undefined) {
      await field.fill("");
    } else {
      await page.getByRole("status").filter({ hasText: "Not sent yet, from" })
        .getByRole("button", { name: "Discard" }).click();
    }
    assert.equal(await field.inputValue(), "");
    assert.deepEqual(await keptIn(page), []);
  });
}

dashboardTest(
  "drafts: a request outlasts a crash of the tab, and is forgotten once it is sent",
  async (browser) => {
    const place = await browser.place();
    const page = await browser.page();
    const ask = `runs?new=1&repo=${encodeURIComponent(place.repository.root)}`;
    await open(page, place, ask);
    const words = 'create made.txt with "x"';
    await page.getByLabel("Request").fill(words);
    const crashed = page.waitForEvent("crash");
    page.goto("chrome://crash").catch(() => {});
    await crashed;
    const again = await page.context().newPage();
    await open(again, place, ask);
    assert.equal(await again.getByLabel("Request").inputValue(), words);
    await again.getByRole("button", { name: "Start the run" }).click();
    await again.waitForURL(/\/dashboard\/runs\/run_/);
    assert.deepEqual(await keptIn(again), []);
    await open(again, place, ask);
    assert.equal(await again.getByLabel("Request").inputValue(), "");
  },
);

dashboardTest(
  "drafts: the text of a workflow and its note come back, and go once a version is saved",
  async (browser) => {
    const place = await browser.place();
    const page = await browser.page();
    await open(page, place, "workflows/new", "Write it");
    const text = page.locator(".cm-content");
    await text.click();
    await page.keyboard.insertText(
      "name: Kept\nnodes:\n  - id: note\n    kind: prompt\n    with: { content: hello }\n",
    );
    await page.getByLabel("Note").fill("as it was");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Templates" }).click();
    await page.getByRole("button", { name: "Go on writing" }).waitFor();
    await open(page, place, "workflows/new");
    await text.getByText("name: Kept").waitFor();
    assert.equal(await page.getByLabel("Note").inputValue(), "as it was");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("heading", { name: "Kept" }).waitFor();
    assert.deepEqual(await keptIn(page), []);
  },
);

dashboardTest("drafts: a text that a template replaced can be taken back", async (browser) => {
  const place = await browser.place();
  const page = await browser.page();
  await open(page, place, "workflows/new", "Write it");
  const text = page.locator(".cm-content");
  await text.click();
  await page.keyboard.insertText("name: Mine\n");
  await page.getByRole("button", { name: "Templates" }).click();
  await page.getByRole("button", { name: "Use the template In order" }).click();
  await text.getByText("name: In order").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await text.getByText("name: Mine").waitFor();
});

dashboardTest("drafts: guidance is kept for its task until it is sent", async (browser) => {
  const place = await browser.place();
  const page = await browser.page();
  const id = await place.ask({ request: "run sleep 600" });
  await open(page, place, `runs/${id}?tab=tasks`);
  const guidance = page.getByLabel("Guidance for the worker");
  await guidance.fill("Keep it short");
  await page.reload();
  assert.equal(await guidance.inputValue(), "Keep it short");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText("The worker gets it at the next task boundary.").waitFor();
  assert.deepEqual([await guidance.inputValue(), await keptIn(page)], ["", []]);
  await place.call("POST /runs/:id/cancel", { params: { id }, body: {} });
});

dashboardTest("drafts: guidance that is written while other guidance is sent stays", async (browser) => {
  const place = await browser.place();
  const page = await browser.page();
  const id = await place.ask({ request: "run sleep 600" });
  await open(page, place, `runs/${id}?tab=tasks`);
  const [asked, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route("**/guidance", async (route) => {
    asked.resolve();
    await go.promise;
    await route.continue();
  });
  const guidance = page.getByLabel("Guidance for the worker");
  await guidance.fill("Keep it short");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await asked.promise;
  await guidance.fill("Add a test");
  go.resolve();
  await page.getByText("The worker gets it at the next task boundary.").waitFor();
  await page.getByRole("listitem").getByText("Keep it short").waitFor();
  assert.equal(await guidance.inputValue(), "Add a test");
  await place.call("POST /runs/:id/cancel", { params: { id }, body: {} });
});

dashboardTest("drafts: a secret is never kept", async (browser) => {
  const place = await browser.place();
  const page = await browser.page();
  await open(page, place, "connections?tab=secrets");
  await page.getByRole("button", { name: "Store a secret …" }).click();
  await page.getByLabel("Name", { exact: true }).fill("canary");
  await page.locator('input[type="password"]').fill("canary-value-7431");
  await page.keyboard.press("Escape");
  await page.reload();
  const all = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  assert.doesNotMatch(all, /canary/);
});

dashboardTest("drafts: what was written in the review of a run goes with the run", async (browser) => {
  const place = await browser.place();
  const page = await browser.page();
  const ids = [
    await place.run({ request: 'create a.md with "a"' }),
    await place.run({ request: 'create b.md with "b"' }),
  ];
  for (const id of ids) {
    const { waitingFor } = await place.call("GET /runs/:id", { params: { id } });
    await open(page, place, `approvals/${waitingFor!.id}`);
    await page.getByLabel("Note").fill(`quoted of ${id}`);
  }
  await open(page, place, "approvals");
  const kept = (id: string) =>
    page.evaluate((note) => JSON.stringify(localStorage).includes(note), `quoted of ${id}`);
  assert.deepEqual([await kept(ids[0]!), await kept(ids[1]!)], [true, true]);
  await place.call("POST /runs/:id/delete", { params: { id: ids[0]! } });
  await page.waitForFunction(
    (note) => !JSON.stringify(localStorage).includes(note),
    `quoted of ${ids[0]}`,
  );
  assert.equal(await kept(ids[1]!), true);
});

dashboardTest(
  "drafts: a kept automation says that it was changed meanwhile before it replaces that",
  async (browser) => {
    browser.expect(/400/);
    const place = await browser.place();
    const page = await browser.page();
    const automation = {
      name: "Nightly",
      trigger: { kind: "schedule", cron: "0 3 * * *", timezone: "UTC" },
      action: { kind: "run", request: 'create n.md with "x"', repoPath: place.repository.root },
    } as const;
    const { id } = await place.call("POST /automations", { body: automation });
    await open(page, place, `automations/${id}`, "Edit …");
    await page.getByLabel("Verifier").fill("true");
    await page.keyboard.press("Escape");
    await place.call("POST /automations", { body: { ...automation, id, name: "Every night" } });
    await open(page, place, `automations/${id}`, "Edit …");
    await page.getByText("What it changes was changed elsewhere since").waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("alert").getByText("It was changed elsewhere meanwhile, to revision 2.").waitFor();
    assert.equal((await place.call("GET /automations/:id", { params: { id } })).name, "Every night");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("revision 3").waitFor();
    assert.deepEqual(await keptIn(page), []);
  },
);

dashboardTest("drafts: the options of a message stay open while one of them is emptied", async (browser) => {
  const place = await browser.place();
  const page = await browser.page();
  const { id } = await place.call("POST /coordinator/conversations", { body: {} });
  await open(page, place, `conversations/${id}`);
  await page.getByText("Verifier, run").click();
  const verifier = page.getByLabel("Verifier", { exact: true });
  await verifier.fill("npm test");
  await verifier.fill("");
  await page.keyboard.type("make");
  assert.equal(await verifier.inputValue(), "make");
  await page.reload();
  assert.equal(await verifier.inputValue(), "make", "what is set is shown");
  assert.ok(await verifier.isVisible());
});

dashboardTest("drafts: a kept document says that another version was saved since", async (browser) => {
  const place = await browser.place();
  const page = await browser.page();
  const { id } = await place.call("POST /projects/context", {
    body: { projectPath: place.repository.root, title: "Rules", documentType: "notes", content: "One." },
  });
  await open(page, place, `context/${id}`, "Edit …");
  await page.getByRole("textbox", { name: "Content" }).fill("One. Mine.");
  await page.keyboard.press("Escape");
  const said = page.getByText("What it changes was changed elsewhere since: sending it replaces that.");
  await open(page, place, `context/${id}`, "Edit …");
  await page.getByText("Not sent yet").waitFor();
  assert.equal(await said.count(), 0);
  await place.call("PATCH /projects/context/:id", { params: { id }, body: { content: "One. Theirs." } });
  await open(page, place, `context/${id}`, "Edit …");
  await said.waitFor();
  await page.getByRole("button", { name: "Discard" }).click();
  assert.equal(await page.getByRole("textbox", { name: "Content" }).inputValue(), "One. Theirs.");
  assert.equal(await said.count(), 0);
});
