import { join } from "node:path";
import { packagesOfDashboard } from "../../packaging/bundle.ts";
import { packagesNamedIn } from "../../packaging/module_names.ts";
import { ROOT } from "../kit/root.ts";
import { temporaryDirectory } from "../temporary.ts";

/** A bill of materials, as far as tests read it. */
export type Bill = {
  components: { purl: string; hashes?: unknown }[];
  dependencies: { ref: string; dependsOn: string[] }[];
};

/** Returns what a bill lacks of the packages that a program contains, and what it has besides them. */
export function billFaults(bill: Bill, contained: Iterable<string>): string[] {
  const listed = bill.components.flatMap(({ purl }) =>
    purl.startsWith("pkg:npm/") ? [decodeURIComponent(purl.slice("pkg:npm/".length))] : []
  );
  const own = new Set(contained);
  return [
    ...[...own].filter((id) => !listed.includes(id)).map((id) => `${id} is not in the bill`),
    ...listed.filter((id) => !own.has(id)).map((id) => `${id} is in the bill, and not in the program`),
    ...bill.dependencies.filter(({ ref }) => ref.startsWith("pkg:") && !listed.includes(idOf(ref))).map((
      { ref },
    ) => `${ref} needs others, and is not in the bill`),
  ];
}

const idOf = (purl: string): string => decodeURIComponent(purl.slice("pkg:npm/".length));

/** Returns the packages of which the scripts below a directory name a module, and those of the dashboard. */
export async function containedPackages(directory: string): Promise<Set<string>> {
  const scripts = scriptsBelow(directory).map((path) => Deno.readTextFileSync(path));
  return new Set([...scripts.flatMap(packagesNamedIn), ...await packagesOfDashboard()]);
}

/** Returns the packages that the source maps of the dashboard, as it is shipped, lead to: they know nothing of `packagesNamedIn`. */
export async function mappedPackages(): Promise<Set<string>> {
  const directory = temporaryDirectory();
  const options = ["--platform", "browser", "--minify", "--code-splitting", "--sourcemap", "external"];
  const bundling = new Deno.Command(Deno.execPath(), {
    args: ["bundle", "--quiet", ...options, "--outdir", directory, "ui/main.tsx"],
    cwd: ROOT,
  });
  const { success, stderr } = await bundling.output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  const maps = [...Deno.readDirSync(directory)].filter(({ name }) => name.endsWith(".map"));
  const sources = maps.flatMap(({ name }): string[] =>
    JSON.parse(Deno.readTextFileSync(join(directory, name))).sources
  );
  await Deno.remove(directory, { recursive: true });
  const module = /\/npm\/[^/]+\/((?:@[^/]+\/)?[^/]+)\/(\d[^/_]*)/;
  return new Set(sources.flatMap((source) => {
    const [, name, version] = module.exec(source) ?? [];
    return version === undefined ? [] : [`${name}@${version}`];
  }));
}

const scriptsBelow = (directory: string): string[] =>
  [...Deno.readDirSync(directory)].flatMap(({ name, isDirectory }) => {
    const path = join(directory, name);
    return isDirectory ? scriptsBelow(path) : name.endsWith(".js") ? [path] : [];
  });
