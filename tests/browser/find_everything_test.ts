/// <reference lib="dom" />
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { PAGES } from "../../ui/pages.ts";
import { calendarFile } from "../planner/planner_world.ts";
import { violationsOf } from "./axe.ts";
import { browserTest } from "./chromium.ts";
import { components } from "./planner_days.ts";
import { ReviewSite } from "./review_site.ts";

async function filled(): Promise<ReviewSite> {
  const site = await ReviewSite.open();
  const { root } = site.repository();
  await site.operator("POST /planner/settings", {
    body: {
      timeZone: "UTC",
      sources: [{ id: "home", kind: "ics_file", label: "Home", path: calendarFile(components()) }],
    },
  });
  await site.operator("POST /planner/refresh", { body: {} });
  await site.operator("POST /planner/tasks", { body: { title: "Water the orchids" } });
  await site.operator("POST /saved-workflows", {
    body: {
      source:
        "name: Release check\nnodes:\n  - { id: a, kind: notify, with: { title: Done, content: Done } }\n",
    },
  });
  await site.operator("POST /automations", {
    body: {
      name: "Nightly sweep",
      trigger: { kind: "manual" },
      action: { kind: "run", request: 'create a.txt with "x"', repoPath: root },
    },
  });
  return site;
}

/** Opens the palette, types a text and gives its lines once one has the words. */
async function find(page: Page, typed: string, line: string): Promise<string[]> {
  await page.keyboard.press("Control+k");
  await page.locator(".palette-input").fill(typed);
  await page.locator(".palette-line", { hasText: line }).first().waitFor();
  return await page.locator(".palette-line .one-line:first-child").allInnerTexts();
}

browserTest(
  "Ctrl-K finds by name and by verb: workflows, automations, events, tasks, agents, settings and themes",
  async () => {
    await using site = await filled();
    const page = await site.page("/dashboard");
    for (
      const [typed, line, address] of [
        ["release", "Release check", /\/workflows\/workflow_\w+$/],
        ["run release", "Run Release check", /\/workflows\/workflow_\w+\?run=1$/],
        ["sweep", "Nightly sweep", /\/automations\/auto_\w+$/],
        ["design rev", "Design review", /\/planner\?view=day&date=\d{4}-\d\d-\d\d$/],
        ["orchids", "Water the orchids", /\/planner\?tab=tasks$/],
        ["connect a calendar", "Connect a calendar", /\/planner\?tab=sources$/],
        ["backup", "Create a backup", /\/system\?tab=backup$/],
      ] as const
    ) {
      const lines = await find(page, typed, line);
      assert.equal(lines[0], line, `${typed} finds it first: ${lines.join(", ")}`);
      if (typed === "design rev") assert.deepEqual(await violationsOf(page), []);
      await page.keyboard.press("Enter");
      await page.waitForURL(address);
      if (typed !== "run release") continue;
      const dialog = page.getByRole("dialog", { name: "Run Release check" });
      await dialog.waitFor(); // otherwise it opens over the palette
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
    }
    await find(page, "dark", "Use the dark theme");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.documentElement.dataset.theme === "dark");
    await find(page, "light theme", "Use the light theme");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.documentElement.dataset.theme === "light");
    await page.keyboard.press("Control+k");
    await page.locator(".palette-line").first().waitFor();
    assert.equal(
      await page.locator(".palette-line", { hasText: "Create a backup" }).count(),
      0,
      "not before one types",
    );
    await page.keyboard.press("Escape");
    await find(page, "run release", "Run Release check");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: /Run Release check/ }).waitFor();
    await page.keyboard.press("Escape");
    await site.atPeace();
  },
);

browserTest("each command of the palette leads to a place that is there", async () => {
  await using site = await filled();
  const page = await site.page("/dashboard");
  for (const { to } of PAGES.flatMap(({ commands = [] }) => commands)) {
    await page.goto(new URL(to, page.url()).href);
    await page.locator("h1").waitFor();
    const { searchParams } = new URL(page.url());
    const tab = searchParams.get("tab");
    if (searchParams.has("new")) await page.getByRole("dialog").waitFor();
    else if (tab === null) await page.getByRole("heading", { name: /^New / }).waitFor();
    else assert.equal(await page.locator('[role="tab"][aria-selected="true"]').count(), 1, to);
    const wanted = new URL(to, page.url());
    assert.equal(new URL(page.url()).searchParams.get("tab"), wanted.searchParams.get("tab"), to);
  }
  await site.atPeace();
});

browserTest("the navigation has what is opened daily first, and the rest under one heading", async () => {
  await using site = await filled();
  const page = await site.page("/dashboard");
  const names = async (list: number) =>
    (await page.locator(".side .nav").nth(list).getByRole("link").allInnerTexts()).map((text) =>
      text.split("\n")[0]
    );
  assert.deepEqual(await names(0), [
    "Home",
    "Runs",
    "Approvals",
    "Conversations",
    "Planner",
    "Automations",
    "Inbox",
  ]);
  assert.ok((await page.getByRole("list", { name: "More" }).getByRole("link").count()) >= 8);
  assert.deepEqual(await violationsOf(page, { narrow: true }), []);
});
