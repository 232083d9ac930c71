import { join } from "node:path";
import { BuildError } from "./run.ts";

/** How the bundler begins a chunk that CommonJS packages share; it loads all of Node's interface before the program begins. */
const REQUIRE =
  /^import \{ createRequire as (\w+) \} from "node:module";\n((?:const|let|var) __require = )\1\(import\.meta\.url\);$/m;

/** Lets scripts of a bundle load what they need when they need it, as the sources do. */
export async function postpone(directory: string, scripts: readonly string[]): Promise<void> {
  for (const path of scripts) {
    const file = join(directory, path);
    const text = await Deno.readTextFile(file);
    const fitting = postponeRequire(postponeImports(text));
    if (fitting !== text) await Deno.writeTextFile(file, fitting);
    const left = /from ?"node:module"|\bimport\("\.|__require\("(?!node:)[^"]*"/.exec(fitting)?.[0];
    if (left !== undefined) {
      throw new BuildError(`The bundle has ${left} in ${path}, which packaging/postpone.ts does not know.`);
    }
  }
}

/**
 * An import that the sources hide from Deno, `as string`, is a plain literal again in a bundle, and Deno reads what that names
 * before the program begins. A call around it hides it.
 */
const postponeImports = (text: string): string =>
  text.replaceAll(/\bimport\(("\.{1,2}\/[^"]+\.js")\)/g, "import(String($1))");

const postponeRequire = (text: string): string =>
  text.replace(REQUIRE, "$2(name) => globalThis.process.getBuiltinModule(name);");
