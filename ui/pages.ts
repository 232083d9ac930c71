import type { Page } from "./shell/page.ts";

/**
 * Every page, in the order of the navigation. A new page is one line here: the navigation, the keys, the palette, links to
 * what it shows and the list of views of the browser tests follow from it.
 */
export const PAGES: readonly Page[] = [
  {
    path: "/dashboard",
    title: "Home",
    chord: "h",
    daily: true,
    badge: "needsMe",
    load: () => import("./home/page.tsx"),
  },
  {
    path: "/dashboard/runs",
    title: "Runs",
    chord: "r",
    daily: true,
    commands: [
      { does: "Ask for work", to: "/dashboard/runs?new=1" },
    ],
    load: () => import("./runs/list/page.tsx"),
  },
  { path: "/dashboard/runs/:id", title: "Run", shows: "run", load: () => import("./runs/run/page.tsx") },
  {
    path: "/dashboard/approvals",
    title: "Approvals",
    chord: "a",
    daily: true,
    badge: "humanApprovals",
    load: () => import("./approvals/queue/page.tsx"),
  },
  {
    path: "/dashboard/approvals/:id",
    title: "Review",
    shows: "approval",
    load: () => import("./approvals/review/page.tsx"),
  },
  {
    path: "/dashboard/conversations",
    title: "Conversations",
    chord: "c",
    daily: true,
    load: () => import("./coordinator/list/page.tsx"),
  },
  {
    path: "/dashboard/conversations/:id",
    title: "Conversation",
    shows: "conversation",
    load: () => import("./coordinator/conversation/page.tsx"),
  },
  {
    path: "/dashboard/planner",
    title: "Planner",
    chord: "l",
    daily: true,
    commands: [
      { does: "Add a task", to: "/dashboard/planner?tab=tasks" },
      { does: "Add a calendar", to: "/dashboard/planner?tab=sources" },
      { does: "Connect a calendar", to: "/dashboard/planner?tab=sources" },
      { does: "Ask the planner", to: "/dashboard/planner?tab=ask" },
      { does: "Change the working and quiet hours", to: "/dashboard/planner?tab=settings" },
      { does: "Show conflicts of the calendar", to: "/dashboard/planner?tab=conflicts" },
    ],
    load: () => import("./planner/page.tsx"),
  },
  {
    path: "/dashboard/automations",
    title: "Automations",
    chord: "t",
    daily: true,
    load: () => import("./automations/list/page.tsx"),
  },
  {
    path: "/dashboard/automations/:id",
    title: "Automation",
    shows: "auto",
    load: () => import("./automations/automation/page.tsx"),
  },
  {
    path: "/dashboard/inbox",
    title: "Inbox",
    chord: "i",
    daily: true,
    badge: "unreadNotifications",
    load: () => import("./notifications/page.tsx"),
  },
  {
    path: "/dashboard/memory",
    title: "Memory",
    chord: "m",
    shows: "mem",
    place: "/dashboard/memory?status=any&record=:id",
    commands: [
      { does: "Preview the context of an agent", to: "/dashboard/memory?tab=preview" },
    ],
    load: () => import("./memory/page.tsx"),
  },
  {
    path: "/dashboard/context",
    title: "Context documents",
    chord: "d",
    load: () => import("./project_context/list/page.tsx"),
  },
  {
    path: "/dashboard/context/:id",
    title: "Context document",
    shows: "ctx",
    load: () => import("./project_context/document/page.tsx"),
  },
  {
    path: "/dashboard/audio",
    title: "Audio",
    chord: "u",
    shows: "audio",
    place: "/dashboard/audio?session=:id",
    load: () => import("./audio/page.tsx"),
  },
  {
    path: "/dashboard/workflows",
    title: "Workflows",
    chord: "w",
    commands: [
      { does: "Write a workflow", to: "/dashboard/workflows/new" },
    ],
    load: () => import("./workflows/list/page.tsx"),
  },
  {
    path: "/dashboard/workflows/new",
    title: "New workflow",
    load: () => import("./workflows/new/page.tsx"),
  },
  {
    path: "/dashboard/workflows/:id",
    title: "Workflow",
    shows: "workflow",
    load: () => import("./workflows/workflow/page.tsx"),
  },
  {
    path: "/dashboard/workflows/:id/edit",
    title: "Edit a workflow",
    load: () => import("./workflows/edit/page.tsx"),
  },
  {
    path: "/dashboard/repositories",
    title: "Repositories",
    chord: "e",
    load: () => import("./autonomy/page.tsx"),
  },
  {
    path: "/dashboard/models",
    title: "Models",
    chord: "o",
    commands: [
      { does: "Connect a model or an agent", to: "/dashboard/models?tab=providers" },
      { does: "Choose the default model", to: "/dashboard/models?tab=routing" },
      { does: "Set a budget", to: "/dashboard/models?tab=spend" },
    ],
    load: () => import("./models/page.tsx"),
  },
  {
    path: "/dashboard/agents",
    title: "Agents",
    chord: "p",
    commands: [
      { does: "Show skills", to: "/dashboard/agents?tab=skills" },
      { does: "Show capabilities", to: "/dashboard/agents?tab=capabilities" },
    ],
    load: () => import("./profiles/page.tsx"),
  },
  {
    path: "/dashboard/connections",
    title: "Connections",
    chord: "k",
    shows: "account",
    also: { item: "/dashboard/connections?tab=items" },
    commands: [
      { does: "Connect an account", to: "/dashboard/connections?tab=accounts" },
      { does: "Connect a bank", to: "/dashboard/connections?tab=items" },
      { does: "Set a secret", to: "/dashboard/connections?tab=secrets" },
    ],
    load: () => import("./connections/page.tsx"),
  },
  {
    path: "/dashboard/system",
    title: "System",
    chord: "s",
    commands: [
      { does: "Create a backup", to: "/dashboard/system?tab=backup" },
      { does: "Show the log", to: "/dashboard/system?tab=logs" },
      { does: "Show what was done outside", to: "/dashboard/system?tab=effects" },
      { does: "Show trends", to: "/dashboard/system?tab=trends" },
      { does: "Create or change a token", to: "/dashboard/system?tab=access" },
    ],
    load: () => import("./system/page.tsx"),
  },
];
