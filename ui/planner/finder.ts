import type { Finder } from "../shell/finder.ts";
import { shortDay, wallAt } from "./common/days.ts";
import { PLANNER_PATH } from "./common/types.ts";

const MAX_FOUND = 10;

/** Finds events, on the day on which they are, and tasks. */
export const plannerFinder: Finder = {
  group: "Planner",
  matching: async ({ call }, typed) => {
    const [hits, { timeZone }] = await Promise.all([
      call("GET /planner/search", { query: { query: typed, limit: MAX_FOUND } }),
      call("GET /planner/settings"),
    ]);
    return hits.map(({ id, itemType, title, start }) => {
      const date = start === null ? null : wallAt(Date.parse(start), timeZone).date;
      return {
        id,
        label: title,
        detail: [itemType, ...(date === null ? [] : [shortDay(date)])].join(" · "),
        to: itemType === "task" || date === null
          ? `${PLANNER_PATH}?tab=tasks`
          : `${PLANNER_PATH}?view=day&date=${date}`,
      };
    });
  },
};
