import { isZone } from "../schedule/zone.ts";
import type { WordsLeft } from "./words_left.ts";

/** Returns the zones by the names of their cities, in lower case: "new york" for America/New_York. */
const zonesByCity = (): ReadonlyMap<string, string> =>
  new Map(
    Intl.supportedValuesOf("timeZone").map((zone) =>
      [zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ").toLowerCase(), zone] as const
    ),
  );

/** Returns the zone of a city in lower case, or null. Engines list one of the names that a zone has: Asia/Calcutta, not Asia/Kolkata. */
function zoneOf(city: string): string | null {
  const listed = zonesByCity().get(city);
  if (listed !== undefined) return listed;
  const areas = new Set([...zonesByCity().values()].map((zone) => zone.slice(0, zone.lastIndexOf("/") + 1)));
  const found = [...areas].map((area) => area + city.replaceAll(" ", "_")).find(isZone);
  // With the letters that the zone is written with.
  return found === undefined
    ? null
    : Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(found).timeZoneId;
}

/** The names of zones have none: America/Sao_Paulo. */
const withoutAccents = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "");

const NAMED = /\b(?:in\s+|at\s+)?([A-Z][A-Za-z]+\/[A-Za-z_+\-/]+|UTC|GMT)(?:\s+time)?(?![\w/])/;
const CITY =
  /\b(?:in\s+(\p{L}[\p{L} '.-]*?)(?:\s+time)?|(\p{L}[\p{L}.-]*(?:\s+\p{L}[\p{L}.-]*)?)\s+time)\s*(?=$|,|\s(?:at|on|every)\b)/iu;

/** Takes the time zone that a sentence names, by its name or a city; null if it names none. */
export function takeZone(words: WordsLeft): string | null {
  const named = NAMED.exec(words.left);
  if (named && isZone(named[1]!)) {
    words.cut(named.index, named[0], named[1]!);
    return named[1]!;
  }
  const city = CITY.exec(words.left);
  const zone = city && zoneOf(withoutAccents((city[1] ?? city[2])!.trim().toLowerCase()));
  if (!zone) return null;
  words.cut(city.index, city[0], zone);
  return zone;
}
