import type { Path } from "../../../control/workflows/language/issue.ts";

/**
 * Returns the places of a value that are not used, neither themselves nor by a place around them. One stands for all within it
 * if nothing there is used. `used` has paths as JSON.
 */
export function unusedPlaces(value: unknown, used: ReadonlySet<string>): Path[] {
  return within(value, []).flatMap((place) => place.length > 0 ? [place] : children(value, []).map(last));

  function within(value: unknown, path: Path): Path[] {
    if (used.has(JSON.stringify(path))) return [];
    const inner = children(value, path);
    const found = inner.map((child) => within(...child));
    const whole = found.every((places, i) => places.length === 1 && places[0] === last(inner[i]!));
    return whole ? [path] : found.flat();
  }
}

const last = ([, path]: readonly [unknown, Path]): Path => path;

const children = (value: unknown, path: Path): [unknown, Path][] =>
  typeof value !== "object" || value === null
    ? []
    : Array.isArray(value)
    ? value.map((item, i) => [item, [...path, i]])
    : Object.entries(value).map(([key, item]) => [item, [...path, key]]);
