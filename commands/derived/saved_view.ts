import { closest } from "../closest.ts";
import { UsageError } from "../exit_codes.ts";
import type { Connection } from "../service/connection.ts";

/** The query of a page's address, and the query of the list that the page shows. */
type Address = Readonly<Record<string, string | undefined>>;
type Query = Record<string, string | undefined>;

type List = { page: string; queryOf: (address: Address) => Query };

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
};

/** Returns the page of the dashboard that shows this list and has saved views; undefined if there is none. */
export const pageOfList = (key: string): string | undefined => LISTS[key]?.page;

/** Returns what a saved view narrows a list to. Throws `UsageError` where the page has no view of that name. */
export async function queryOfView({ call }: Connection, key: string, name: string): Promise<Query> {
  const { page, queryOf } = LISTS[key]!;
  const views = await call("GET /saved-views", { query: { page } });
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
