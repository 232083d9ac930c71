import { bundleOf } from "../../../client/patch.ts";
import { otherSubject } from "../../../client/approval_subject.ts";
import type { QueueItem } from "../model/types.ts";
import { type ReadonlySignal, signal } from "@preact/signals";
import type { ShownForecast } from "../../../client/forecast_words.ts";
import type { Frame } from "../../shell/mod.ts";

/** The forecasts of the repositories that a page shows. */
export type ForecastStore = {
  readonly forecasts: ReadonlySignal<readonly ShownForecast[]>;
  /** Reads them for other repositories, or again; a later call ends an earlier one. */
  show: (repoPaths: readonly string[]) => Promise<void>;
};

/** How many repositories one page asks about, and how often it asks again for pairs that were left out. */
const MAX_REPOSITORIES = 5;
const MAX_AGAIN = 30;

/** Returns the store of forecasts. A repository that cannot be read has none: its review says what is wrong. */
export function createForecastStore({ call }: Pick<Frame, "call">): ForecastStore {
  const forecasts = signal<readonly ShownForecast[]>([]);
  let current = 0;
  return {
    forecasts,
    show: async (repoPaths) => {
      const own = ++current;
      const found = new Map<string, ShownForecast>();
      for (const repoPath of repoPaths.slice(0, MAX_REPOSITORIES)) {
        for (let left = Infinity, again = 0; again < MAX_AGAIN; again++) {
          const forecast = await call("GET /approvals/forecast", { query: { repoPath } }).catch(() => null);
          if (own !== current) return;
          if (!forecast) break;
          forecasts.value = [...found.set(forecast.repoPath, forecast).values()];
          if (forecast.leftOut.pairs === 0 || forecast.leftOut.pairs >= left) break;
          left = forecast.leftOut.pairs;
        }
      }
      forecasts.value = [...found.values()];
    },
  };
}

/** Returns the directories in which several results wait, so that they can conflict: those with the most of them first. */
export function sharedRepositories(items: readonly Pick<QueueItem, "approval" | "run">[]): string[] {
  const paths = items.flatMap(({ approval, run }) =>
    run && bundleOf(approval) && !otherSubject(approval) ? [run.repoPath] : []
  );
  const waiting = (directory: string) =>
    paths.filter((path) => path === directory || path.startsWith(`${directory}/`)).length;
  return [...new Set(paths)].filter((path) => waiting(path) > 1).sort((a, b) => waiting(b) - waiting(a));
}
