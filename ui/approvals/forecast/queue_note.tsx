import { forecastWords, type ShownForecast } from "../../../client/forecast_words.ts";
import { counted } from "../../../client/words.ts";

/** Says of a result in the queue how many others it conflicts or fails with, and whether it is to be applied first. */
export function QueueNote({ id, forecasts }: { id: string; forecasts: readonly ShownForecast[] }) {
  const forecast = forecasts.find(({ results }) => results.some((each) => each.id === id));
  if (!forecast) return null;
  const { notes, advice, current } = forecastWords(forecast, id);
  const count = (hinders: "conflict" | "failure") => notes.filter((note) => note.hinders === hinders).length;
  const words = [
    ...(count("conflict") > 0 ? [`conflicts with ${counted(count("conflict"), "other")}`] : []),
    ...(count("failure") > 0 ? [`fails together with ${counted(count("failure"), "other")}`] : []),
    ...(current ? CURRENT[current.outcome] : []),
    ...(advice === "Apply this first." ? ["apply this first"] : []),
  ];
  return words.length === 0 ? null : <span>{words.join(", ")}</span>;
}

const CURRENT = {
  passed: ["passes on the current files"],
  failed: ["fails on the current files"],
  flaky: ["fails or passes on the current files"],
  unknown: [],
  waiting: [],
} as const;
