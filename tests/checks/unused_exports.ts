import { dirname, join, normalize } from "node:path";
import { PROGRAM, type Source, SOURCES } from "./sources.ts";

const EXPORTED =
  /^export (?:declare )?(?:async function\*?|function\*?|const|let|class|abstract class|type|interface) (\w+)/gm;

/** Imports and re-exports with their names, and the paths that are read whole: `* as`, lazily, or as the program of a worker. */
const NAMES = /^(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s+"(\.[^"]+)"/gm;
const WHOLE = /(?:\*(?: as \w+)?\s+from\s+|\bimport\(\s*|\bresolve\(\s*|new URL\(\s*)"(\.[^"]+)"/g;

/** Returns the exports of a program that no other source imports, as `path name`. */
export function unusedExports(program: readonly Source[], sources: readonly Source[]): string[] {
  const imported = new Set<string>();
  for (const { path, text } of sources) {
    const to = (target: string) => normalize(join(dirname(path), target));
    for (const [, names, target] of text.matchAll(NAMES)) {
      for (const name of names!.split(",")) {
        imported.add(`${to(target!)} ${name.trim().replace(/^type /, "").split(" as ")[0]}`);
      }
    }
    for (const [, target] of text.matchAll(WHOLE)) imported.add(to(target!));
  }
  return program.filter(({ path }) => !imported.has(path)).flatMap(({ path, text }) =>
    [...text.matchAll(EXPORTED)].map(([, name]) => `${path} ${name}`).filter((name) => !imported.has(name))
  );
}

if (import.meta.main) {
  const found = unusedExports(PROGRAM, SOURCES);
  Deno.stdout.writeSync(new TextEncoder().encode(`${found.join("\n")}\n${found.length} exports\n`));
}
