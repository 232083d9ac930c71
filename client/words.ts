import { DAY, HOUR, MINUTE, SECOND } from "../store/shared/durations.ts";

/** Returns how long ago, or in how long, as a short phrase: "just now", "5 min ago", "in 3 days". */
export function relativeTime(at: number, now: number): string {
  const distance = Math.abs(now - at);
  if (distance < 10 * SECOND) return at > now ? "in a moment" : "just now";
  const words = largest(distance);
  return at > now ? `in ${words}` : `${words} ago`;
}

function largest(milliseconds: number): string {
  const [unit, one, many]: [number, string, string] = milliseconds < MINUTE
    ? [SECOND, "s", "s"]
    : milliseconds < HOUR
    ? [MINUTE, "min", "min"]
    : milliseconds < DAY
    ? [HOUR, "h", "h"]
    : [DAY, "day", "days"];
  const count = Math.floor(milliseconds / unit);
  return `${count} ${count === 1 ? one : many}`;
}

/** Returns a span of time in its two largest units: "850 ms", "12.3 s", "4 min 5 s", "2 days 3 h". */
export function duration(milliseconds: number): string {
  if (milliseconds < SECOND) return `${Math.max(0, Math.round(milliseconds))} ms`;
  if (milliseconds < MINUTE) return `${(Math.floor(milliseconds / 100) / 10).toFixed(1)} s`;
  const units: readonly [number, string][] = [[DAY, "d"], [HOUR, "h"], [MINUTE, "min"], [SECOND, "s"]];
  const first = units.findIndex(([unit]) => milliseconds >= unit);
  const [unit, name] = units[first]!;
  const [smaller, smallerName] = units[first + 1] ?? [0, ""];
  const rest = smaller === 0 ? 0 : Math.floor((milliseconds % unit) / smaller);
  const whole = `${Math.floor(milliseconds / unit)} ${name}`;
  return rest === 0 ? whole : `${whole} ${rest} ${smallerName}`;
}

/** Returns a size in bytes as text. */
export function bytes(size: number): string {
  if (size < 1024) return `${size} B`;
  const units = ["KiB", "MiB", "GiB", "TiB"];
  let value = size / 1024;
  let at = 0;
  while (value >= 1024 && at < units.length - 1) {
    value /= 1024;
    at++;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[at]}`;
}

/** "1 file", "3 files". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/** Returns at most `max` characters of a text, cut with an ellipsis; a character that takes two is not halved. */
export const ellipsis = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, "")}…` : text;

/** Returns the first line of a text, as a name. */
export const firstLine = (text: string): string => text.trimStart().split("\n", 1)[0] ?? "";

/** Returns the title of what a run made, after the number by which people name the run. */
export const numbered = ({ runNumber, title }: { runNumber: number | null; title: string }): string =>
  runNumber === null ? title : `#${runNumber} ${title}`;

/** Returns the last part of a path, as a name. */
export const baseName = (path: string): string => path.replace(/[/\\]+$/, "").split(/[/\\]/).at(-1) || path;

/** Returns the end of an id, which differs between ids of one day. */
export const shortId = (id: string): string => id.length > 12 ? `${id.split("_")[0]}_…${id.slice(-6)}` : id;
