/** Where the service worker keeps the dashboard's files. */
export const SHELL_CACHE = "agent-harness-shell";

/** Under which name it keeps the page of every place. */
export const SHELL_PAGE = "/dashboard";

/** Whether a path is one of the dashboard's own files. */
export const isShellFile = (pathname: string): boolean =>
  pathname === "/dashboard/app.js" || pathname === "/dashboard/styles.css" ||
  /^\/assets\/[\w.-]+$/.test(pathname);
