import { closest } from "../closest.ts";
import { UsageError } from "../exit_codes.ts";
import type { ServiceClient } from "../service/connection.ts";

/** The query of a page's address, and the query of the list that the page shows. */
type Address = Readonly<Record<string, string | undefined>>;
type Query = Record<string, string | undefined>;

/** A list and where it is shown: on the first tab of a page, or on the one that its address names. */
type List = { page: string; tab?: string; queryOf: (address: Address) => Query };

/** Lists whose page has saved views. */
const LISTS: Readonly<Record<string, List>> = {
  "GET /runs": {
    page: "runs",
    queryOf: ({ q: query, status, repository: repoPath, archived }) => ({
      query,
      status,
      repoPath,
      ...(archived === "1" && { archived: "true" }),
    }),
  },
  "GET /approvals/queue": { page: "approvals", queryOf: ({ class: policyClass }) => ({ policyClass }) },
  "GET /notifications": {
    page: "inbox",
    queryOf: ({ status, category, severity, scope = "mine", results: resultsOf }) => ({
      status,
      category,
      severity,
      scope,
      resultsOf,
    }),
  },
  "GET /coordinator/conversations": {
    page: "conversations",
    queryOf: ({ status = "active" }) => ({ status }),
  },
  "GET /automations": {
    page: "automations",
    queryOf: ({ status }) => ({ status: status === "any" ? undefined : status }),
  },
  "GET /saved-workflows": { page: "workflows", queryOf: ({ status }) => ({ status }) },
  "GET /projects/context": {
    page: "context",
    queryOf: ({ q: query, project: projectPath, type: documentType, status }) => ({
      query,
      projectPath,
      documentType,
      ...(status === "any" ? { includeArchived: "true" } : { status }),
    }),
  },
  "GET /memory": {
    page: "memory",
    queryOf: ({ q: query, type, scope, scopeId, status = "active" }) => ({
      query,
      type,
      scope,
      scopeId,
      status: status === "any" ? undefined : status,
    }),
  },
  "GET /memory/candidates": {
    page: "memory",
    tab: "candidates",
    queryOf: ({ status = "pending" }) => ({ status }),
  },
  "GET /model-catalog": { page: "models", tab: "catalog", queryOf: ({ provider }) => ({ provider }) },
  "GET /planner/tasks": { page: "planner", tab: "tasks", queryOf: ({ state = "open" }) => ({ state }) },
  "GET /planner/conflicts": {
    page: "planner",
    tab: "conflicts",
    queryOf: ({ shown }) => ({ includeSuppressed: String(shown === "all") }),
  },
  "GET /planner/search": {
    page: "planner",
    tab: "search",
    queryOf: ({ q, type: itemTypes }) => ({ q, itemTypes }),
  },
  "GET /audio-sessions": { page: "audio", queryOf: ({ q: query }) => ({ query }) },
};

/** Returns the page of the dashboard that shows this list and has saved views; undefined if there is none. */
export const pageOfList = (key: string): string | undefined => LISTS[key]?.page;

/** Returns what a saved view narrows a list to. Throws `UsageError` where the page, or its tab, has no view of that name. */
export async function queryOfView({ call }: ServiceClient, key: string, name: string): Promise<Query> {
  const { page, tab = null, queryOf } = LISTS[key]!;
  const views = (await call("GET /saved-views", { query: { page } }))
    .filter(({ query }) => new URLSearchParams(query).get("tab") === tab);
  const found = views.find((view) => view.name === name.trim());
  if (!found) throw new UsageError(noSuchView(name, views.map((view) => view.name)));
  const query = queryOf(Object.fromEntries(new URLSearchParams(found.query)));
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}

function noSuchView(name: string, names: readonly string[]): string {
  if (names.length === 0) return `There is no view "${name}". Save one on the list's page of the dashboard.`;
  const near = closest(name, names);
  return `There is no view "${name}". ${
    near === null ? `There are: ${names.map((each) => `"${each}"`).join(", ")}.` : `Did you mean "${near}"?`
  }`;
}
