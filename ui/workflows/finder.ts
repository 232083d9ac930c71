import type { Finder } from "../shell/finder.ts";
import { WORKFLOWS_PATH } from "./types.ts";

/** Finds workflows, and runs them. */
export const workflowFinder: Finder = {
  group: "Workflows",
  all: async ({ call }) => {
    const workflows = await call("GET /saved-workflows", { query: { limit: 1000 } });
    return workflows.map(({ id, name, status }) => ({
      id,
      label: name,
      detail: status,
      to: `${WORKFLOWS_PATH}/${id}`,
      verbs: [{ does: "Run", to: `${WORKFLOWS_PATH}/${id}?run=1` }],
    }));
  },
};
