/// <reference lib="dom" />
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { violationsOf } from "./axe.ts";
import { baseName } from "../../client/words.ts";
import { completions } from "../notifications/completions.ts";
import { browserTest } from "./chromium.ts";
import { reviewPath, ReviewSite } from "./review_site.ts";

const INBOX = "/dashboard/inbox";
const FAILS = "run exit 3";

/** Returns the line of a notification by a part of its title. */
const lineOf = (page: Page, title: string | RegExp) =>
  page.getByRole("region", { name: "Notifications" }).getByRole("listitem").filter({ hasText: title });

browserTest(
  "a notification appears without a reload, states what happens without a decision, and links to its subject",
  async () => {
    await using site = await ReviewSite.open();
    const repository = site.repository();
    const page = await site.page(INBOX);
    await page.getByRole("heading", { name: "The inbox is empty" }).waitFor();
    const run = await site.run(repository, 'create b.txt with "b"');
    const asked = lineOf(page, "Approval needed");
    await asked.getByText(
      /^If you do nothing: It expires in 29 days. The run then fails and nothing is written/,
    )
      .waitFor();
    await asked.getByText("unread").waitFor();
    await page.getByText("1 unread.", { exact: true }).waitFor();
    assert.equal(
      await asked.getByRole("link", { name: "Run", exact: true }).getAttribute("href"),
      `/dashboard/runs/${run.id}`,
    );
    await asked.getByRole("link", { name: /Approval needed/ }).click();
    await page.waitForURL(`**${reviewPath(run)}`);
    await page.goBack();
    await page.getByText("No unread notifications.").waitFor();
    await site.operator("POST /runs/:id/cancel", { params: { id: run.id } });
    await lineOf(page, "Approval needed").getByText("resolved", { exact: true }).waitFor();
    await site.atPeace();
  },
);

browserTest("j, k, x, u, d, e and # work in the inbox; moved notifications can be restored", async () => {
  await using site = await ReviewSite.open();
  const repository = site.repository();
  for (const name of ["one", "two", "three"]) await site.run(repository, `create ${name}.txt with "x"`);
  const page = await site.page(INBOX);
  await page.getByText("3 unread.", { exact: true }).waitFor();
  const states = async () => {
    const { items } = await site.operator("GET /notifications");
    return items.map(({ status }) => status).reverse();
  };
  const says = (text: string) => page.getByRole("status").filter({ hasText: text }).waitFor();
  const isFocused = (text: string) =>
    page.locator("li:focus, li:has(:focus)").filter({ hasText: text }).waitFor();

  await page.keyboard.press("j");
  await isFocused("Approval needed"); // the focus goes along
  await page.keyboard.press("u");
  await page.getByText("2 unread.", { exact: true }).waitFor();
  assert.deepEqual(await states(), ["unread", "read", "unread"]);
  await page.keyboard.press("u");
  await page.getByText("3 unread.", { exact: true }).waitFor();

  await page.keyboard.press("e");
  await says("1 notification was archived.");
  assert.deepEqual(await states(), ["unread", "unread"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("3 unread.", { exact: true }).waitFor();

  await page.keyboard.press("k");
  await page.keyboard.press("k");
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.getByText("2 selected").waitFor();
  await page.keyboard.press("d");
  await says("2 notifications were dismissed.");
  assert.deepEqual(await states(), ["unread", "dismissed", "dismissed"]);

  await page.keyboard.press("#");
  await page.getByRole("heading", { name: "Delete this notification?" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  assert.equal((await states()).length, 3);
  await page.keyboard.press("#");
  await page.getByRole("button", { name: "Delete permanently" }).click();
  await says("1 notification was deleted.");
  assert.deepEqual(await states(), ["dismissed", "dismissed"]);
  await page.getByRole("heading", { name: "The inbox is empty" }).waitFor();
  await site.atPeace();
});

browserTest("filters are in the address, counts in the places, and both survive a reload", async () => {
  await using site = await ReviewSite.open();
  const repository = site.repository();
  await site.run(repository, 'create b.txt with "x"');
  await site.run(repository, FAILS, { onFailure: "fail" });
  const page = await site.page(INBOX);
  await page.getByRole("radio", { name: "Unread 2" }).waitFor();
  await page.getByLabel("Category").selectOption("failure");
  await lineOf(page, "Failed").waitFor();
  await lineOf(page, "Approval needed").waitFor({ state: "detached" });
  assert.match(page.url(), /\?category=failure$/);
  await lineOf(page, "Failed").getByRole("button", { name: /^Archive/ }).click();
  await page.getByRole("heading", { name: "No notifications match this filter" }).waitFor();
  await page.getByText("Archived 1").click();
  await lineOf(page, "Failed").getByText("archived", { exact: true }).waitFor();
  assert.match(page.url(), /status=archived/);
  await page.reload();
  await lineOf(page, "Failed").getByRole("button", { name: /^Back to the inbox/ }).click();
  await page.getByRole("radio", { name: "Archived 0" }).waitFor();
  await page.getByRole("link", { name: "Show the whole inbox" }).click();
  await lineOf(page, "Approval needed").waitFor();
  await lineOf(page, "Failed").waitFor();
  await page.getByLabel("Severity").selectOption("critical");
  await page.getByRole("heading", { name: "No notifications match this filter" }).waitFor();
  await site.atPeace();
});

browserTest(
  "the inbox contains what is followed, with results grouped by repository; one choice shows everything",
  async () => {
    await using site = await ReviewSite.open();
    const repository = site.repository();
    const { service } = site.service;
    const complete = (howMany: number) => completions({ service }, repository.root, howMany);
    await complete(60);
    const page = await site.page(INBOX);
    await page.getByRole("heading", { name: "The inbox is empty" }).waitFor();
    await page.getByRole("link", { name: "Show everything" }).click();
    const folded = page.getByRole("list", { name: "Results by repository" }).getByRole("listitem");
    await folded.getByText("60 results").waitFor();
    await folded.getByRole("link", { name: baseName(repository.root) }).click();
    await lineOf(page, "do run_").first().waitFor();
    assert.equal(await lineOf(page, "do run_").count(), 50);
    await page.getByRole("button", { name: "Show older" }).click();
    await page.getByRole("link", { name: "Back to the inbox" }).click();
    await folded.getByText("60 unread").waitFor();

    const [id] = await complete(1);
    await page.goto(`${site.service.url}/dashboard/runs/${id}`);
    await page.getByRole("button", { name: "Follow", exact: true }).click();
    await page.getByRole("button", { name: "Unfollow", exact: true }).waitFor();
    assert.equal((await site.operator("GET /runs/:id/follow", { params: { id: id! } })).reason, "run");
    await site.run(repository, 'create b.txt with "x"');
    await page.goto(`${site.service.url}/dashboard/repositories`);
    await page.getByRole("button", { name: `Follow ${repository.root}` }).click();
    await page.getByRole("button", { name: `Unfollow ${repository.root}` }).waitFor();
    await complete(1);
    await page.goto(`${site.service.url}${INBOX}`);
    await folded.getByText("1 result", { exact: true }).waitFor();
    assert.deepEqual(await violationsOf(page), []);
    const archive = `Archive all results of ${baseName(repository.root)}`;
    await folded.getByRole("button", { name: archive }).click();
    await page.getByText("1 result was archived.").waitFor();
    await folded.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await folded.getByText("1 unread").waitFor();
    await site.atPeace();
  },
);

browserTest("all are marked as read at once, which updates the count in the navigation", async () => {
  await using site = await ReviewSite.open();
  const repository = site.repository();
  await site.run(repository, 'create b.txt with "x"');
  await site.run(repository, FAILS);
  const page = await site.page(INBOX);
  await page.getByRole("link", { name: "Inbox 2 waiting" }).waitFor();
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await page.getByText("No unread notifications.").waitFor();
  await page.getByRole("link", { name: "Inbox", exact: true }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Mark all as read" }).isDisabled(), true);
  await site.atPeace();
});

browserTest("the name of a run stays text in the inbox, and hidden characters are visible", async () => {
  await using site = await ReviewSite.open();
  const repository = site.repository();
  const attack = "<img src=x onerror=alert(1)>";
  await site.run(repository, `run exit 3 # ${attack} \u202e`);
  const page = await site.page(INBOX);
  await lineOf(page, attack).waitFor();
  assert.equal(await page.locator("img").count(), 0);
  assert.equal(await page.locator(".inbox-title .hidden-mark").first().innerText(), "U+202E");
  await site.atPeace();
});

browserTest("axe-core finds no violations in the inbox, in any theme, wide and narrow", async () => {
  await using site = await ReviewSite.open();
  const repository = site.repository();
  const page = await site.page(INBOX);
  await page.getByRole("heading", { name: "The inbox is empty" }).waitFor();
  assert.deepEqual(await violationsOf(page), []);
  await site.run(repository, 'create b.txt with "x"');
  await site.run(repository, FAILS, { onFailure: "fail" });
  await lineOf(page, "Failed").waitFor();
  await page.getByRole("checkbox", { name: "Select all" }).check();
  await page.getByText("2 selected").waitFor();
  await page.getByRole("button", { name: /^More for Failed/ }).click();
  const menu = page.getByRole("menuitem", { name: "Dismiss" });
  await menu.waitFor();
  assert.deepEqual(await violationsOf(page, { narrow: true }), []);
  assert.equal(await menu.isVisible(), true, "the menu was open all the while");
  await site.atPeace();
});
