/** The name of the cache in which the service worker keeps the dashboard's files. */
export const SHELL_CACHE = "agent-harness-shell";

/** The key under which the page of all paths is cached. */
export const SHELL_PAGE = "/dashboard";

/** Reports whether a path is one of the dashboard's own files. */
export const isShellFile = (pathname: string): boolean =>
  pathname === "/dashboard/app.js" || pathname === "/dashboard/styles.css" ||
  /^\/assets\/[\w.-]+$/.test(pathname);
