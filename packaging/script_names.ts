import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { BuildError } from "./run.ts";

/** A name that the bundler made: it hashes the paths of the sources too, so it differs from place to place. */
const HASHED = /([\w.@~-]+)-[A-Z0-9]{8}(\.js)/g;

/**
 * Names the scripts of a bundle by the order in which they are imported, from those whose names are fixed, sorted by name. With
 * `stamped`, a name also says what the whole bundle contains, for scripts that a browser may keep.
 */
export async function nameByOrder(
  directory: string,
  paths: readonly string[],
  { stamped = false }: { stamped?: boolean } = {},
): Promise<void> {
  const texts = new Map(paths.map((path) => [path, Deno.readTextFileSync(join(directory, path))]));
  const order = importOrder(texts);
  const hash = createHash("sha256");
  const names = new Map<string, string>();
  const nameAll = (stamp: string) =>
    order.forEach((path, at) => {
      const number = String(at).padStart(8 - stamp.length, "0");
      names.set(path, path.replace(HASHED, `$1-${stamp}${number}$2`));
    });
  const renamed = (text: string) => text.replaceAll(HASHED, (name) => names.get(name) ?? name);
  nameAll("");
  if (stamped) {
    for (const path of [...texts.keys()].filter((each) => !names.has(each)).sort()) {
      hash.update(`${path}\0${renamed(texts.get(path)!)}\0`);
    }
    for (const path of order) hash.update(`${names.get(path)!}\0${renamed(texts.get(path)!)}\0`);
    nameAll(hash.digest("hex").slice(0, 5).toUpperCase());
  }
  for (const path of order) await Deno.remove(join(directory, path));
  for (const [path, text] of texts) {
    await Deno.writeTextFile(join(directory, names.get(path) ?? path), renamed(text));
  }
}

/** The scripts with names that the bundler made, in the order in which they are imported. */
function importOrder(texts: ReadonlyMap<string, string>): string[] {
  const isHashed = (path: string) => dirname(path) === "." && path.search(HASHED) === 0;
  const found = new Set([...texts.keys()].filter((path) => !isHashed(path)).sort());
  for (const path of found) {
    for (const [name] of texts.get(path)!.matchAll(HASHED)) if (texts.has(name)) found.add(name);
  }
  const left = [...texts.keys()].filter((path) => !found.has(path));
  if (left.length > 0) throw new BuildError(`Nothing imports ${left.join(", ")} of the bundle.`);
  return [...found].filter(isHashed);
}
