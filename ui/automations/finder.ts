import type { Finder } from "../shell/finder.ts";
import { AUTOMATIONS_PATH } from "./types.ts";
import { triggerWords } from "../../client/trigger_words.ts";

/** Finds automations. */
export const automationFinder: Finder = {
  group: "Automations",
  all: async ({ call }) => {
    const automations = await call("GET /automations", { query: { limit: 1000 } });
    return automations.map((automation) => ({
      id: automation.id,
      label: automation.name,
      detail: `${automation.status} · ${triggerWords(automation)}`,
      to: `${AUTOMATIONS_PATH}/${automation.id}`,
    }));
  },
};
