/** Static segments win over parameters, and these over the rest of a path, whatever the order of declaration. */
export function bySpecificity(keys: string[]): string[] {
  const rank = (key: string) =>
    key.split("/").map((segment) => segment === "*" ? "~~" : segment.startsWith(":") ? "~" : segment).join(
      "/",
    );
  return keys.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
}
