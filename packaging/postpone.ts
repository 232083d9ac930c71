import { dirname, join } from "node:path";
import { LATER_TABLES } from "./program.ts";
import { BuildError, ROOT } from "./run.ts";

/** How the bundler begins a chunk that CommonJS packages share; it loads all of Node's interface before the program begins. */
const REQUIRE =
  /^import \{ createRequire as (\w+) \} from "node:module";\n((?:const|let|var) __require = )\1\(import\.meta\.url\);$/m;

/** Lets scripts of a bundle load what they need when they need it, as the sources do. Returns the scripts that are loaded so. */
export async function postpone(directory: string, scripts: readonly string[]): Promise<string[]> {
  const postponed = new Set<string>();
  for (const path of scripts) {
    const file = join(directory, path);
    const text = await Deno.readTextFile(file);
    const fitting = postponeRequire(postponeImports(text, (script) => postponed.add(script)));
    if (fitting !== text) await Deno.writeTextFile(file, fitting);
    // `debug` asks for supports-color, linkedom for canvas and pg for pg-native; all do without.
    const left =
      /from ?"node:module"|\bimport\("\.|__require\("(?!node:|supports-color"|canvas"|pg-native")[^"]*"/
        .exec(fitting)?.[0];
    if (left !== undefined) {
      throw new BuildError(`The bundle has ${left} in ${path}, which packaging/postpone.ts does not know.`);
    }
  }
  return [...postponed];
}

/** Throws `BuildError` when something that the tables name for later is not among the scripts that are loaded later. */
export async function requirePostponed(scripts: readonly string[]): Promise<void> {
  // The bundler names a script after its source, with a hash: several sources may have one name.
  const counts = new Map<string, number>();
  const nameOf = (path: string) => path.split("/").at(-1)!.replace(/(?:-[A-Z0-9]{8})?\.(?:js|ts|json)$/, "");
  for (const script of scripts) counts.set(nameOf(script), (counts.get(nameOf(script)) ?? 0) + 1);
  for (const source of await sourcesForLater()) {
    const left = (counts.get(nameOf(source)) ?? 0) - 1;
    if (left < 0) throw new BuildError(`The bundle does not load ${source} later, as the sources do.`);
    counts.set(nameOf(source), left);
  }
}

/** The sources that the tables load, each once. */
async function sourcesForLater(): Promise<string[]> {
  const found = new Set<string>();
  for (const table of LATER_TABLES) {
    const text = await Deno.readTextFile(join(ROOT, table));
    for (
      const [, file] of text.matchAll(
        /\bimport\("(\.[^"]+)" as string(?:, \{ with: \{ type: "json" \} \})?\)/g,
      )
    ) {
      found.add(join(dirname(table), file!));
    }
  }
  return [...found];
}

/**
 * An import that the sources hide from Deno, `as string`, is a plain literal again in a bundle, and Deno reads what that names
 * before the program begins. A call around it hides it.
 */
const postponeImports = (text: string, each: (script: string) => void): string =>
  text.replaceAll(/\bimport\(("\.{1,2}\/[^"]+\.js")\)/g, (_, script: string) => {
    each(JSON.parse(script));
    return `import(String(${script}))`;
  });

const postponeRequire = (text: string): string =>
  text.replace(
    REQUIRE,
    "$2(name) => globalThis.process.getBuiltinModule(name) ?? (() => { throw new Error(`There is no ${name}.`); })();",
  );
