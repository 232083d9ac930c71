import type { Finder } from "../shell/finder.ts";

/** Finds agents. */
export const agentFinder: Finder = {
  group: "Agents",
  all: async ({ call }) => {
    const profiles = await call("GET /agent-profiles", { query: {} });
    return profiles.map(({ id, label, source }) => ({
      id,
      label,
      detail: source,
      to: "/dashboard/agents",
    }));
  },
};
