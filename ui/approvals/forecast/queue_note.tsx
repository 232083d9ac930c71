import { forecastWords, type ShownForecast } from "../../../client/forecast_words.ts";
import { counted } from "../../../client/words.ts";

/** Says of a result in the queue how many others it conflicts with, and whether it is to be applied first. */
export function QueueNote({ id, forecasts }: { id: string; forecasts: readonly ShownForecast[] }) {
  const forecast = forecasts.find(({ results }) => results.some((each) => each.id === id));
  if (!forecast) return null;
  const { notes, advice } = forecastWords(forecast, id);
  const conflicts = notes.filter((note) => note.conflicts).length;
  if (conflicts === 0) return null;
  return (
    <span>
      conflicts with {counted(conflicts, "other")}
      {advice === "Apply this first." && ", apply this first"}
    </span>
  );
}
