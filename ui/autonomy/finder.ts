import { baseName } from "../../client/words.ts";
import type { Finder } from "../shell/finder.ts";

/** Finds repositories, and asks for work in them. */
export const repositoryFinder: Finder = {
  group: "Repositories",
  all: async ({ call }) => {
    const { items } = await call("GET /repositories");
    return items.map(({ root }) => ({
      id: root,
      label: baseName(root),
      detail: root,
      to: `/dashboard/runs?repo=${encodeURIComponent(root)}`,
      verbs: [{
        does: "Ask for work in",
        to: `/dashboard/runs?new=1&repo=${encodeURIComponent(root)}`,
      }],
    }));
  },
};
