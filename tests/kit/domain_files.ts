import { join } from "node:path";
import { ROOT } from "./root.ts";

/**
 * Loads the file with that name from each test directory that has one, in alphabetical order. Returns the default exports by
 * directory. A domain takes part by having the file.
 */
export async function domainFiles<Exported>(name: string): Promise<Map<string, Exported>> {
  const found = new Map<string, Exported>();
  const directories = [...Deno.readDirSync(join(ROOT, "tests"))].filter((each) => each.isDirectory);
  for (const directory of directories.map((each) => each.name).sort()) {
    if (![...Deno.readDirSync(join(ROOT, "tests", directory))].some((file) => file.name === name)) continue;
    const { default: exported } = await import(`../${directory}/${name}`);
    if (exported === undefined) throw new Error(`tests/${directory}/${name} has no default export.`);
    found.set(directory, exported);
  }
  return found;
}
