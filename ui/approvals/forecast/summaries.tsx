import { forecastSummary, type ShownForecast } from "../../../client/forecast_words.ts";
import { Link } from "../../kit/link.tsx";
import { ShownText } from "../../kit/text/shown_text.tsx";
import { useLive, usePageStore } from "../../shell/mod.ts";
import type { QueueItem } from "../model/types.ts";
import { createForecastStore, type ForecastStore, sharedRepositories } from "./store.ts";

/** Reads what would become of the results that may conflict, when others than before wait. */
export function useForecasts(items: readonly QueueItem[]): ForecastStore {
  const store = usePageStore(createForecastStore);
  const repositories = sharedRepositories(items);
  useLive(
    ({ type }) => type.startsWith("combination."),
    () => void store.show(repositories),
    [...repositories, ...items.map(({ id }) => id)].join("\n"),
  );
  return store;
}

/** Says of each repository how many of its open results conflict, which fail together, and which of them to apply first. */
export function ForecastSummaries({ forecasts }: { forecasts: readonly ShownForecast[] }) {
  const summaries = forecasts.flatMap((forecast) => {
    const summary = forecastSummary(forecast);
    return summary ? [{ ...summary, repoPath: forecast.repoPath }] : [];
  });
  if (summaries.length === 0) return null;
  return (
    <section class="banner banner-warning" role="status" aria-label="Conflicting results">
      {summaries.map(({ repoPath, words, first }) => (
        <p key={repoPath} title={repoPath}>
          <ShownText text={words} />
          {first && (
            <>
              {" "}Apply this first:{" "}
              <Link to={first.id}>
                <ShownText text={first.title} />
              </Link>
            </>
          )}
        </p>
      ))}
    </section>
  );
}
