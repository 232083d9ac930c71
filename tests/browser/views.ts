/// <reference lib="dom" />
import type { Page } from "playwright-core";
import { PAGES } from "../../ui/pages.ts";
import type { Page as DashboardPage } from "../../ui/shell/page.ts";
import type { World } from "./browser_world.ts";

/** A view: an address, an element that shows that it is loaded, and what to do first. */
export type View = {
  name: string;
  path: (world: World) => string;
  /** Visible once the page is loaded. */
  shows: string;
  prepare?: (page: Page) => Promise<void>;
};

/** The views besides the plain pages, and those that have to wait for more than the heading. */
const OWN: readonly View[] = [
  { name: "home", path: () => "/dashboard", shows: "#needs-me" },
  { name: "runs", path: () => "/dashboard/runs", shows: ".runs-table" },
  { name: "runs-board", path: () => "/dashboard/runs?view=board", shows: ".board" },
  { name: "runs-none", path: () => "/dashboard/runs?q=nothing-has-these-words", shows: ".empty" },
  {
    name: "runs-picked",
    path: () => "/dashboard/runs",
    shows: ".runs-table",
    prepare: async (page) => await page.getByRole("checkbox", { name: /^Select create/ }).first().check(),
  },
  {
    name: "new-run",
    path: () => "/dashboard/runs?new=1",
    shows: ".dialog",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Browse" }).click();
      await page.locator(".picker").waitFor();
    },
  },
  { name: "run", path: ({ waiting }) => `/dashboard/runs/${waiting}`, shows: ".graph" },
  { name: "run-failed", path: ({ failed }) => `/dashboard/runs/${failed}`, shows: ".graph" },
  { name: "run-completed", path: ({ completed }) => `/dashboard/runs/${completed}`, shows: ".graph" },
  { name: "run-race", path: ({ race }) => `/dashboard/runs/${race}`, shows: ".race-diff .diff-row" },
  { name: "run-tasks", path: ({ waiting }) => `/dashboard/runs/${waiting}?tab=tasks`, shows: ".said" },
  { name: "run-waterfall", path: ({ waiting }) => `/dashboard/runs/${waiting}?tab=timeline`, shows: ".bar" },
  {
    name: "run-moment",
    path: ({ waiting }) => `/dashboard/runs/${waiting}?tab=timeline`,
    shows: ".moment-slider",
    prepare: async (page) => {
      await page.getByRole("slider", { name: "Moment" }).press("ArrowLeft");
      await page.locator(".moment-view").waitFor();
    },
  },
  {
    name: "run-compact",
    path: ({ waiting }) => `/dashboard/runs/${waiting}?tab=timeline&view=compact`,
    shows: ".event",
  },
  {
    name: "run-json",
    path: ({ waiting }) => `/dashboard/runs/${waiting}?tab=timeline&view=json`,
    shows: ".event-json",
  },
  {
    name: "run-artifacts",
    path: ({ waiting }) => `/dashboard/runs/${waiting}?tab=artifacts`,
    shows: ".artifact-text",
  },
  {
    name: "run-audit",
    path: ({ completed }) => `/dashboard/runs/${completed}?tab=audit`,
    shows: ".narrative-line",
  },
  { name: "run-replay", path: ({ waiting }) => `/dashboard/runs/${waiting}?tab=replay`, shows: "#dry-run" },
  { name: "run-retry", path: ({ failed }) => `/dashboard/runs/${failed}?retry=1`, shows: ".retry" },
  {
    name: "run-cancel",
    path: ({ waiting }) => `/dashboard/runs/${waiting}`,
    shows: ".graph",
    prepare: async (page) => await page.getByRole("button", { name: "Cancel …" }).click(),
  },
  { name: "approvals", path: () => "/dashboard/approvals", shows: ".queue-item" },
  { name: "review", path: ({ approval }) => `/dashboard/approvals/${approval}`, shows: ".diff-row" },
  { name: "conversations", path: () => "/dashboard/conversations", shows: ".talk-line" },
  {
    name: "conversation",
    path: ({ conversation }) => `/dashboard/conversations/${conversation}`,
    shows: ".talk-effects",
  },
  {
    name: "conversation-check",
    path: ({ conversation }) => `/dashboard/conversations/${conversation}`,
    shows: ".talk-effects",
    prepare: async (page) => {
      await page.getByRole("textbox", { name: "Message" }).fill("make it nicer");
      await page.getByRole("button", { name: "Check first" }).click();
      await page.locator(".talk-checked").waitFor();
    },
  },
  { name: "inbox", path: () => "/dashboard/inbox", shows: ".inbox-line" },
  {
    name: "inbox-picked",
    path: () => "/dashboard/inbox",
    shows: ".inbox-line",
    prepare: async (page) => await page.getByRole("checkbox", { name: "Select all" }).check(),
  },
  {
    name: "inbox-none",
    path: () => "/dashboard/inbox?status=dismissed",
    shows: ".empty",
  },
  {
    name: "system-trends",
    path: () => "/dashboard/system?tab=trends",
    shows: ".chart canvas",
  },
  {
    name: "palette-found",
    path: () => "/dashboard",
    shows: "#needs-me",
    prepare: async (page) => {
      await page.keyboard.press("Control+k");
      await page.keyboard.type("create");
      await page.locator(".palette-snippet").first().waitFor();
    },
  },
  {
    name: "palette",
    path: () => "/dashboard",
    shows: "#needs-me",
    prepare: async (page) => {
      await page.keyboard.press("Control+k");
      await page.locator(".palette-line").first().waitFor();
    },
  },
  {
    name: "keys",
    path: () => "/dashboard/runs",
    shows: ".runs-table",
    prepare: async (page) => {
      await page.keyboard.press("?");
      await page.locator(".shortcut-groups").waitFor();
    },
  },
  ...tabs("memory", ["records", "candidates", "reviews", "preview"]),
  {
    name: "memory-new",
    path: () => "/dashboard/memory",
    shows: '[role="tabpanel"]',
    prepare: async (page) => {
      await page.getByRole("button", { name: "Add a note …" }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  { name: "context", path: () => "/dashboard/context", shows: "table" },
  {
    name: "context-document",
    path: ({ document }) => `/dashboard/context/${document}`,
    shows: ".document-content",
  },
  {
    name: "automation",
    path: ({ automation }) => `/dashboard/automations/${automation}`,
    shows: "main table",
  },
  { name: "trial", path: ({ trial }) => `/dashboard/trials/${trial}`, shows: "main h1" },
  {
    name: "automations-new",
    path: () => "/dashboard/automations",
    shows: "main table",
    prepare: async (page) => {
      await page.getByRole("button", { name: "New automation …" }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "workflow",
    path: ({ workflow }) => `/dashboard/workflows/${workflow}`,
    shows: ".tree",
  },
  {
    name: "workflow-edit",
    path: ({ workflow }) => `/dashboard/workflows/${workflow}/edit`,
    shows: ".graph-item",
  },
  { name: "workflow-new", path: () => "/dashboard/workflows/new", shows: ".template .graph-item" },
  {
    name: "workflow-run",
    path: ({ workflowRun }) => `/dashboard/runs/${workflowRun}`,
    shows: ".tree",
  },
  { name: "planner-day", path: () => "/dashboard/planner?view=day", shows: ".cal-block" },
  { name: "planner-week", path: () => "/dashboard/planner", shows: ".cal-block" },
  { name: "planner-month", path: () => "/dashboard/planner?view=month", shows: ".cal-month" },
  { name: "planner-agenda", path: () => "/dashboard/planner?view=agenda", shows: ".cal-agenda" },
  { name: "planner-tasks", path: () => "/dashboard/planner?tab=tasks", shows: ".task-line" },
  { name: "planner-conflicts", path: () => "/dashboard/planner?tab=conflicts", shows: ".card" },
  {
    name: "planner-ask",
    path: () => "/dashboard/planner?tab=ask",
    shows: ".quick-add",
    prepare: async (page) => {
      await page.getByRole("button", { name: "What is on Friday?" }).click();
      await page.getByRole("heading", { name: "Answer" }).waitFor();
    },
  },
  { name: "planner-search", path: () => "/dashboard/planner?tab=search&q=review", shows: "mark" },
  { name: "planner-sources", path: () => "/dashboard/planner?tab=sources", shows: ".card" },
  { name: "planner-settings", path: () => "/dashboard/planner?tab=settings", shows: ".hours" },
  {
    name: "planner-event",
    path: () => "/dashboard/planner?view=day",
    shows: ".cal-block",
    prepare: async (page) => {
      await page.locator(".cal-event").first().click();
      await page.getByRole("dialog").locator(".facts").waitFor();
    },
  },
  ...tabs("models", ["providers", "catalog", "routing", "spend"]),
  { name: "secrets", path: () => "/dashboard/connections?tab=secrets", shows: ".card" },
  {
    name: "secrets-new",
    path: () => "/dashboard/connections?tab=secrets",
    shows: ".card",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Store a secret …" }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  ...tabs("system", ["status", "logs", "backup", "access"]),
  { name: "no-page", path: () => "/dashboard/nothing/here", shows: ".empty" },
];

const ANY: World = {
  waiting: "x",
  completed: "x",
  failed: "x",
  paused: "x",
  provider: "x",
  approval: "x",
  conversation: "x",
  document: "x",
  automation: "x",
  workflow: "x",
  race: "x",
  workflowRun: "x",
  trial: "x",
};

/** Reports whether a view shows this page. */
const isOf = ({ path }: DashboardPage, view: View): boolean =>
  new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`).test(view.path(ANY).split("?")[0]!);

/** Views of the pages that have no entry above. */
const OTHERS: readonly View[] = PAGES.filter((page) =>
  !page.path.includes(":") && !OWN.some((view) => isOf(page, view))
).map(({ path }) => ({ name: path.split("/").at(-1)!, path: () => path, shows: "main h1" }));

/** Every page, tab and dialog, for the checks and the screenshots. New pages of `PAGES` are included. */
export const VIEWS: readonly View[] = [...OWN, ...OTHERS];

/** Returns the paths of pages without a view: those with a parameter, which only an explicit view can fill in. */
export const unseenPages = (): string[] =>
  PAGES.filter((page) => !VIEWS.some((view) => isOf(page, view))).map(({ path }) => path);

/** Returns the tabs of a page, the first of which has the plain address. */
function tabs(page: string, names: readonly string[]): View[] {
  return names.map((name, i) => ({
    name: `${page}-${name}`,
    path: () => `/dashboard/${page}${i === 0 ? "" : `?tab=${name}`}`,
    shows: '[role="tabpanel"]',
  }));
}

/** Browser pages whose view is determined by the address alone, so that the next view needs no new one. */
const canGoOn = new WeakSet<Page>();

/** Opens another address like a link. */
const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((path) => {
    history.pushState(null, "", path);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);

/** Opens a view and waits until it is loaded. */
export async function openView(page: Page, url: string, view: View, world: World): Promise<void> {
  if (canGoOn.has(page)) await goTo(page, view.path(world));
  else await page.goto(url + view.path(world));
  canGoOn.delete(page);
  if (!view.prepare) canGoOn.add(page);
  await page.locator(view.shows).first().waitFor();
  await page.locator('.connection[data-state="live"]').waitFor({ state: "attached" });
  await page.waitForFunction(() =>
    ![...document.querySelectorAll(".skeleton")].some((each) => each.checkVisibility())
  );
  await view.prepare?.(page);
}
