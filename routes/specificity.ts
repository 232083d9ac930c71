/** Static segments win over parameters, and parameters over wildcards, in any order of declaration. */
export function bySpecificity(keys: string[]): string[] {
  const rank = (key: string) =>
    key.split("/").map((segment) => segment === "*" ? "~~" : segment.startsWith(":") ? "~" : segment).join(
      "/",
    );
  return keys.map((key) => ({ key, rank: rank(key) })).toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ key }) => key);
}
