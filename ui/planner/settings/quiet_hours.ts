import type { Settings } from "../common/types.ts";
import { type Weekday, WEEKDAYS } from "./hours.ts";

/** Returns the quiet hours as fields of the form. */
export const quietDraft = (quiet: Settings["quietHours"]): Record<string, string> => ({
  quietFrom: quiet?.from ?? "",
  quietTo: quiet?.to ?? "",
  quietDays: quiet === null || quiet.days.length === WEEKDAYS.length ? "" : quiet.days.join(", "),
});

/** Parses the quiet hours; null if both times are empty. The service validates them. */
export function readQuietHours(
  { quietFrom = "", quietTo = "", quietDays = "" }: Readonly<Record<string, string>>,
): Settings["quietHours"] {
  const [from, to] = [quietFrom.trim(), quietTo.trim()];
  if (from === "" && to === "") return null;
  const named = quietDays.toLowerCase().split(/[\s,]+/).filter(Boolean);
  const days = (named.length > 0 ? named : WEEKDAYS.map(({ day }) => day)) as Weekday[];
  return { days, from, to };
}
