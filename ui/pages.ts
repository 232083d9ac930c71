import type { Page } from "./shell/page.ts";

/**
 * Every page, in the order of the navigation. A new page is one line here: the navigation, the keys, the palette, links to
 * what it shows and the list of views of the browser tests follow from it.
 */
export const PAGES: readonly Page[] = [
  { path: "/dashboard", title: "Home", chord: "h", badge: "needsMe", load: () => import("./home/page.tsx") },
  { path: "/dashboard/runs", title: "Runs", chord: "r", load: () => import("./runs/list/page.tsx") },
  { path: "/dashboard/runs/:id", title: "Run", shows: "run", load: () => import("./runs/run/page.tsx") },
  {
    path: "/dashboard/approvals",
    title: "Approvals",
    chord: "a",
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
    load: () => import("./coordinator/list/page.tsx"),
  },
  {
    path: "/dashboard/conversations/:id",
    title: "Conversation",
    shows: "conversation",
    load: () => import("./coordinator/conversation/page.tsx"),
  },
  { path: "/dashboard/planner", title: "Planner", chord: "l", load: () => import("./planner/page.tsx") },
  {
    path: "/dashboard/automations",
    title: "Automations",
    chord: "t",
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
    badge: "unreadNotifications",
    load: () => import("./notifications/page.tsx"),
  },
  {
    path: "/dashboard/memory",
    title: "Memory",
    chord: "m",
    shows: "mem",
    place: "/dashboard/memory?status=any&record=:id",
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
    load: () => import("./workflows/list/page.tsx"),
  },
  {
    path: "/dashboard/workflows/:id",
    title: "Workflow",
    shows: "workflow",
    load: () => import("./workflows/workflow/page.tsx"),
  },
  {
    path: "/dashboard/repositories",
    title: "Repositories",
    chord: "e",
    load: () => import("./autonomy/page.tsx"),
  },
  { path: "/dashboard/models", title: "Models", chord: "o", load: () => import("./models/page.tsx") },
  { path: "/dashboard/agents", title: "Agents", chord: "p", load: () => import("./profiles/page.tsx") },
  {
    path: "/dashboard/connections",
    title: "Connections",
    chord: "k",
    shows: "account",
    also: { item: "/dashboard/connections?tab=items" },
    load: () => import("./connections/page.tsx"),
  },
  { path: "/dashboard/system", title: "System", chord: "s", load: () => import("./system/page.tsx") },
];
