/** Static segments win over parameters, and parameters over wildcards, in any order of declaration. */
export function bySpecificity(keys: string[]): string[] {
  const rank = (key: string) =>
    key.split("/").map((segment) => segment === "*" ? "~~" : segment.startsWith(":") ? "~" : segment).join(
      "/",
    );
  return keys.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
}
