import { dirname, join } from "node:path/posix";

const STATEMENT = /^(?:import|export)\s+(?!type\s)([^;"']*?)\s*from\s+"(\.[^"]+)";?/gm;

/**
 * Returns the files below `root` from which the values of a file are made: itself, what it imports, and what that imports. Of a file
 * that only passes on what others export, it follows the names that are imported.
 */
export function inputsOf(root: string, entry: string): string[] {
  const found = new Map<string, Set<string> | "all">();
  const visit = (path: string, names: readonly string[] | "all"): void => {
    const before = found.get(path);
    if (before === "all") return;
    const text = Deno.readTextFileSync(join(root, path));
    const wanted = names === "all" || !onlyPassesOn(text) ? "all" : new Set([...before ?? [], ...names]);
    if (wanted !== "all" && before !== undefined && wanted.size === before.size) return;
    found.set(path, wanted);
    for (const [, list, target] of text.matchAll(STATEMENT)) {
      const pairs = pairsOf(list!);
      const next = wanted === "all" ? pairs : pairs?.filter(([, as]) => wanted.has(as)) ?? null;
      if (next?.length !== 0) visit(join(dirname(path), target!), next?.map(([name]) => name) ?? "all");
    }
  };
  visit(entry, "all");
  return [...found.keys()].sort();
}

/** The values in `{ one, two as three }` by their names there and here; null for another list, such as `* as all`. */
const pairsOf = (list: string): [name: string, as: string][] | null =>
  !/^\{[^]*\}$/.test(list)
    ? null
    : [...list.matchAll(/[{,]\s*(?!type\s)([\w$]+)(?:\s+as\s+([\w$]+))?/g)].map((
      [, name, as],
    ) => [name!, as ?? name!]);

/** Whether a file has nothing but `export … from`, types and comments. */
const onlyPassesOn = (text: string): boolean =>
  text.replaceAll(/\/\*[^]*?\*\/|^\/\/.*$/gm, "")
    .replaceAll(/^export\s[^;"']*?\sfrom\s+"[^"]+";?/gm, "").trim() === "";
