import type { FunctionComponent } from "preact";

/** What a page's component gets: the parts of its address. The query is read with `useQuery`. */
export type PageProps = { params: Record<string, string> };

/** One page: its address below `/dashboard`, its name, and where its code is. */
export type Page = {
  /** A path as preact-iso matches it, such as `/dashboard/runs/:id`. */
  path: string;
  title: string;
  /** The key after `g` that leads there; also puts the page into the navigation. */
  chord?: string;
  /** The overview's count that its entry in the navigation shows, as long as it is not 0. */
  badge?: "needs" | "approvals" | "inbox";
  /** Loaded when the page is first opened: a bundle of its own. */
  load: () => Promise<{ default: FunctionComponent<PageProps> }>;
};

/** Every page, in the order of the navigation. */
export const PAGES: readonly Page[] = [
  {
    path: "/dashboard",
    title: "Home",
    chord: "h",
    badge: "needs",
    load: () => import("../home/page.tsx"),
  },
  { path: "/dashboard/runs", title: "Runs", chord: "r", load: () => import("../runs/list/page.tsx") },
  {
    path: "/dashboard/approvals",
    title: "Approvals",
    chord: "a",
    badge: "approvals",
    load: () => import("../approvals/queue/page.tsx"),
  },
  {
    path: "/dashboard/approvals/:id",
    title: "Review",
    load: () => import("../approvals/review/page.tsx"),
  },
  {
    path: "/dashboard/conversations",
    title: "Conversations",
    chord: "c",
    load: () => import("../coordinator/list/page.tsx"),
  },
  {
    path: "/dashboard/conversations/:id",
    title: "Conversation",
    load: () => import("../coordinator/conversation/page.tsx"),
  },
  {
    path: "/dashboard/inbox",
    title: "Inbox",
    chord: "i",
    badge: "inbox",
    load: () => import("../notifications/page.tsx"),
  },
  { path: "/dashboard/memory", title: "Memory", chord: "m", load: () => import("../memory/page.tsx") },
  {
    path: "/dashboard/context",
    title: "Context documents",
    chord: "d",
    load: () => import("../project_context/list/page.tsx"),
  },
  {
    path: "/dashboard/context/:id",
    title: "Context document",
    load: () => import("../project_context/document/page.tsx"),
  },
  { path: "/dashboard/models", title: "Models", chord: "o", load: () => import("../models/page.tsx") },
  { path: "/dashboard/secrets", title: "Secrets", chord: "k", load: () => import("../secrets/page.tsx") },
  { path: "/dashboard/system", title: "System", chord: "s", load: () => import("../system/page.tsx") },
  { path: "/dashboard/runs/:id", title: "Run", load: () => import("../runs/run/page.tsx") },
];
