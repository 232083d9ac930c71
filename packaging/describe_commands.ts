import { dirname, join } from "node:path/posix";
import { COMMAND_FILES, type CommandFile, type SourceStamp } from "../commands/derived/command_file.ts";
import { CONTRACTS } from "../commands/derived/contracts.later.ts";
import { describeCommands } from "../commands/derived/describe.ts";
import { inputsOf } from "./inputs.ts";
import { ROOT } from "./run.ts";

/** The sources of every command: how they are described, and with which versions of packages. */
const HOW = [...inputsOf(ROOT, "packaging/describe_commands.ts"), "deno.json", "deno.lock"];

/** The contract of each domain, as the table of contracts names it. */
function contractFiles(): Map<string, string> {
  const table = "commands/derived/contracts.later.ts";
  const text = Deno.readTextFileSync(join(ROOT, table));
  return new Map(
    [...text.matchAll(/^ {2}(\w+): .*?import\("(\.[^"]+)" as string\)/gm)].map(([, domain, file]) =>
      [domain!, join(dirname(table), file!)] as const
    ),
  );
}

/** The contracts, some in several files: they alone name a command and say what it does. */
const isRoute = (path: string): boolean => path.startsWith("routes/");

const stamped = (paths: Iterable<string>): SourceStamp[] =>
  [...new Set(paths)].sort().map((path) => {
    const { size, mtime } = Deno.statSync(join(ROOT, path));
    return [path, size, mtime?.getTime() ?? 0];
  });

/**
 * Describes the commands of the sources: a list of them, made from the contracts alone, and those of each domain, made from its
 * contract and all that this imports. A source that changes meanwhile has another stamp the next time.
 */
async function describeSources(): Promise<Record<string, CommandFile>> {
  const files = contractFiles();
  const sources = [...files].map(([domain, file]) => [domain, inputsOf(ROOT, file)] as const);
  const inputs = new Map(sources.map(([domain, paths]) => [domain, stamped([...HOW, ...paths])]));
  const ofList = stamped([...HOW, ...sources.flatMap(([, paths]) => paths.filter(isRoute))]);
  const contracts: [string, Awaited<ReturnType<typeof CONTRACTS.runs>>][] = [];
  for (const [domain, load] of Object.entries(CONTRACTS)) contracts.push([domain, await load()]);
  const commands = describeCommands(Object.fromEntries(contracts));
  const list = commands.map(({ key, domain, words, summary }) => ({ key, domain, words, summary }));
  return {
    list: { inputs: ofList, commands: list },
    ...Object.fromEntries(
      [...Map.groupBy(commands, ({ domain }) => domain)].map(([domain, own]) =>
        [domain, { inputs: inputs.get(domain)!, commands: own }] as const
      ),
    ),
  };
}

/** Keeps the files for the next start, each in one move. */
function keep(files: Readonly<Record<string, CommandFile>>): void {
  const directory = join(ROOT, COMMAND_FILES.kept);
  try {
    Deno.mkdirSync(directory, { recursive: true });
    for (const [name, file] of Object.entries(files)) {
      const temporary = join(directory, `${name}.${crypto.randomUUID()}.tmp`);
      Deno.writeTextFileSync(temporary, JSON.stringify(file));
      Deno.renameSync(temporary, join(directory, `${name}.json`));
    }
  } catch {
    // A directory that is not writable keeps nothing: each start describes the commands.
  }
}

if (import.meta.main) {
  const files = await describeSources();
  keep(files);
  const bytes = new TextEncoder().encode(JSON.stringify(files));
  for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
}
