import type { Page } from "./page.ts";

/** A request of the API, as sentences of the service name it, with the word before it that says what it is for. */
const REQUEST = /(^|\. )?\b(with |in |as |at )?(?:GET|POST|PUT|PATCH|DELETE) (\/[\w/:-]+)/g;

/** The pages for requests, by the beginning of their path; the first that fits. */
const PLACES: readonly (readonly [request: string, page: string])[] = [
  ["/agent-profile", "/dashboard/agents"],
  ["/alerts", "/dashboard/inbox"],
  ["/approvals", "/dashboard/approvals"],
  ["/audio-sessions", "/dashboard/audio"],
  ["/automations", "/dashboard/automations"],
  ["/capabilities", "/dashboard/agents"],
  ["/control-plane", "/dashboard/system"],
  ["/coordinator/runs", "/dashboard/runs"],
  ["/coordinator", "/dashboard/conversations"],
  ["/devportal", "/dashboard/connections"],
  ["/financelink", "/dashboard/connections"],
  ["/memory", "/dashboard/memory"],
  ["/model", "/dashboard/models"],
  ["/notifications", "/dashboard/inbox"],
  ["/oauth", "/dashboard/connections"],
  ["/planner", "/dashboard/planner"],
  ["/projects/context", "/dashboard/context"],
  ["/providers", "/dashboard/models"],
  ["/repositories", "/dashboard/repositories"],
  ["/runs", "/dashboard/runs"],
  ["/saved-workflows", "/dashboard/workflows"],
  ["/secrets", "/dashboard/connections"],
  ["/task-sessions", "/dashboard/runs"],
  ["/trials", "/dashboard/trials"],
];

/** Returns a sentence of the service with the page for each request that it names: here, nobody makes requests. */
export const inPages = (sentence: string, pages: readonly Page[]): string =>
  sentence.replaceAll(
    REQUEST,
    (found, begin: string | undefined, use: string | undefined, request: string) => {
      const place = PLACES.find(([path]) => request.startsWith(path))?.[1];
      const page = pages.find(({ path }) => path === place);
      if (!page) return found;
      if (use !== undefined) return `${begin ?? ""}on the page ${page.title}`;
      return `${begin ?? ""}${begin === undefined ? "the" : "The"} page ${page.title}`;
    },
  );
