import { join } from "node:path";
import { COMMAND_FILES, type CommandFile } from "../commands/derived/command_file.ts";
import { ENTRY as DASHBOARD, WORKER as DASHBOARD_WORKER } from "../services/operations/dashboard/build.ts";
import { BUILT_DIRECTORY } from "../services/operations/dashboard/files.ts";
import { writeDashboard } from "../services/operations/dashboard/write_build.ts";
import { buildInfo } from "./build_info.ts";
import { moduleNamer, packagesNamedIn } from "./module_names.ts";
import { postpone, requirePostponed } from "./postpone.ts";
import { ENTRY, WORKER_ENTRIES } from "./program.ts";
import { nameByOrder } from "./script_names.ts";
import { BuildError, type BuildStep, quietly, run } from "./run.ts";

/** A bundled program: its directory, and the paths in it of what a package has to know. */
export type ProgramBundle = {
  directory: string;
  entry: string;
  loaded: readonly string[];
  /** What it reads and no import leads to: what it was built from, the commands of the endpoints, and the dashboard. */
  files: readonly string[];
  /** The packages of which it, or the dashboard, contains a module. */
  packages: readonly string[];
};

/**
 * Bundles the program and its worker entries into a directory of plain JavaScript, lazy parts as files of their own, without
 * looking at types. Gives where they are.
 */
export async function bundle(into: string, step: BuildStep = quietly): Promise<ProgramBundle> {
  const { scripts, files, postponed, unstarted } = await bundleScripts(into, [ENTRY], step);
  await requirePostponed(postponed);
  if (unstarted.length > 0) {
    throw new BuildError(`packaging/program.ts names ${unstarted}, which nothing starts.`);
  }
  const info = join(into, "dist", "build.json");
  await Deno.writeTextFile(info, `${JSON.stringify(await buildInfo(), null, 2)}\n`);
  const dashboard = await step("Looking at its packages", packagesOfDashboard);
  const program = scripts.flatMap((script) => packagesNamedIn(Deno.readTextFileSync(join(into, script))));
  return {
    directory: into,
    packages: [...new Set([...program, ...dashboard])].sort(),
    entry: scriptOf(ENTRY),
    loaded: scripts.filter((script) => script !== scriptOf(ENTRY)),
    files: ["dist/build.json", ...files],
  };
}

/**
 * Bundles programs with the worker entries and the dashboard. Gives the paths of what was made, and the worker entries that
 * none of these programs starts.
 */
export async function bundleScripts(
  into: string,
  entries: readonly string[],
  step: BuildStep = quietly,
): Promise<{ scripts: string[]; files: string[]; postponed: string[]; unstarted: string[] }> {
  const all = [...entries, ...WORKER_ENTRIES];
  const options = [
    "--quiet",
    "--platform",
    "deno",
    "--code-splitting",
    "--external",
    DEVTOOLS,
    "--outdir",
    into,
  ];
  await step("Bundling the program", () => run(Deno.execPath(), ["bundle", ...options, ...all]));
  await nameEverywhereAlike(into);
  const unstarted = await linkWorkers(into);
  const scripts = (await Array.fromAsync(scriptsBelow(into, ""))).sort();
  await emptyDevtools(into, scripts);
  const postponed = await postpone(into, scripts);
  const dashboard = await step("Building the dashboard", () => dashboardInto(into));
  const commands = await step("Describing the commands", () => writeCommands(into));
  const files = [...commands, ...dashboard.map((name) => `${BUILT_DIRECTORY}/${name}`)];
  return { scripts, postponed, files, unstarted };
}

/** Returns the packages of the dashboard, which another bundle tells: the one that is shipped is too small to name its modules. */
export async function packagesOfDashboard(): Promise<string[]> {
  const directory = await Deno.makeTempDir({ prefix: "agent-harness-dashboard-" });
  try {
    const options = ["--quiet", "--platform", "browser", "--code-splitting", "--outdir", directory];
    await run(Deno.execPath(), ["bundle", ...options, DASHBOARD, DASHBOARD_WORKER]);
    const nameModules = await moduleNamer();
    const scripts = await Array.fromAsync(scriptsBelow(directory, ""));
    return scripts.flatMap((script) =>
      packagesNamedIn(nameModules(Deno.readTextFileSync(join(directory, script))))
    );
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

/** Writes the dashboard, and returns the names of its files. */
async function dashboardInto(into: string): Promise<string[]> {
  const built = await writeDashboard(into);
  const directory = join(into, BUILT_DIRECTORY);
  await nameByOrder(directory, [...built.keys()].filter((name) => name.endsWith(".js")), { stamped: true });
  return (await Array.fromAsync(Deno.readDir(directory))).map(({ name }) => name).sort();
}

/** Names modules and scripts so that neither the place of the checkout nor that of Deno's cache is in the bundle. */
async function nameEverywhereAlike(directory: string): Promise<void> {
  const nameModules = await moduleNamer();
  const scripts = await Array.fromAsync(scriptsBelow(directory, ""));
  for (const script of scripts) {
    const file = join(directory, script);
    await Deno.writeTextFile(file, nameModules(await Deno.readTextFile(file)));
  }
  await nameByOrder(directory, scripts);
}

/** Writes the commands of the endpoints, which a package cannot describe again, without what they were made from. */
async function writeCommands(into: string): Promise<string[]> {
  const described = await run(Deno.execPath(), ["run", "-A", "--quiet", "packaging/describe_commands.ts"]);
  await Deno.mkdir(join(into, COMMAND_FILES.built), { recursive: true });
  const files = Object.entries(JSON.parse(described) as Record<string, CommandFile>);
  return await Promise.all(files.map(async ([name, { commands }]) => {
    const path = `${COMMAND_FILES.built}/${name}.json`;
    await Deno.writeTextFile(join(into, path), JSON.stringify({ inputs: [], commands }));
    return path;
  }));
}

const scriptOf = (source: string): string => source.replace(/\.tsx?$/, ".js");

/** A package for developers of a library: Ink loads it if `DEV` is `true`, and works without it. */
const DEVTOOLS = "react-devtools-core";

/** Empties the script that imports the package, which no bundle has. */
async function emptyDevtools(directory: string, scripts: readonly string[]): Promise<void> {
  for (const path of scripts) {
    const file = join(directory, path);
    if ((await Deno.readTextFile(file)).includes(`from "${DEVTOOLS}"`)) {
      await Deno.writeTextFile(file, "export {};\n");
    }
  }
}

/**
 * A worker is started by the address of its source, relative to the file that does so. In the bundle the one has another
 * name and the other another place: each such address is made to fit. Gives the worker entries that no file starts.
 */
async function linkWorkers(directory: string): Promise<string[]> {
  const linked = new Set<string>();
  for await (const path of scriptsBelow(directory, "")) {
    const text = await Deno.readTextFile(join(directory, path));
    const up = "../".repeat(path.split("/").length - 1) || "./";
    const fitting = text.replaceAll(/import\.meta\.resolve\("(\.[^"]+\.ts)"\)/g, (_, address: string) => {
      const name = address.split("/").at(-1);
      const entry = WORKER_ENTRIES.find((each) => each.split("/").at(-1) === name);
      if (!entry) {
        throw new BuildError(`${address} is started as a worker, and packaging/program.ts does not name it.`);
      }
      linked.add(entry);
      return `import.meta.resolve("${up}${scriptOf(entry)}")`;
    });
    if (fitting !== text) await Deno.writeTextFile(join(directory, path), fitting);
  }
  return WORKER_ENTRIES.filter((entry) => !linked.has(entry));
}

async function* scriptsBelow(root: string, directory: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(join(root, directory))) {
    const path = directory === "" ? name : `${directory}/${name}`;
    if (isDirectory) yield* scriptsBelow(root, path);
    else if (name.endsWith(".js")) yield path;
  }
}
