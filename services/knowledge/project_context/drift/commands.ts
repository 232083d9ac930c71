import { shellWords } from "../../../ground/policy/shell_words.ts";
import { type PathCandidate, pathLike } from "./path_like.ts";
import type { TaskTool } from "./task_names.ts";

/** What a command needs from its repository, or the directory that it changes to (null: unknown). */
export type CommandNeed =
  | { kind: "path"; candidate: PathCandidate }
  | { kind: "task"; tool: TaskTool; name: string }
  | { kind: "directory"; path: string | null };

type Rule = (args: readonly string[]) => CommandNeed[];

/** Flags that make a command work in another directory or with another file. */
const ELSEWHERE =
  /^(?:-C|-f|-d|-w|--prefix|--cwd|--dir|--directory|--filter|--workspace|--file|--makefile|--justfile)/;

const operandsOf = (args: readonly string[]): string[] => args.filter((word) => !word.startsWith("-"));

const task = (tool: TaskTool, name: string | undefined): CommandNeed[] =>
  name === undefined || !/^[\w:.-]+$/.test(name) ? [] : [{ kind: "task", tool, name }];

const paths = (words: readonly string[]): CommandNeed[] =>
  words.flatMap((word) => {
    const candidate = pathLike(word);
    return candidate ? [{ kind: "path" as const, candidate }] : [];
  });

/** Returns the paths of an argument that have a directory: a bare name may be of a file that an earlier command created. */
const pathsWithDirectories: Rule = (args) => paths(operandsOf(args).filter((word) => word.includes("/")));

const packageScript: Rule = (args) => {
  const [verb, name] = operandsOf(args);
  if (verb === "run" || verb === "run-script") return task("npm", name);
  return verb === "test" || verb === "start" ? task("npm", verb) : [];
};

/** Inline code and modules are not files. */
const script: Rule = (args) =>
  args.some((word) => /^(?:-[cem]|--eval|--print)$/.test(word)) ? [] : paths(operandsOf(args).slice(0, 1));

const deno: Rule = (args) => {
  const [verb, ...rest] = operandsOf(args);
  if (verb === "task") return task("deno", rest[0]);
  if (verb === "run" || verb === "serve" || verb === "compile") return paths(rest.slice(0, 1));
  return ["test", "check", "fmt", "lint", "bench"].includes(verb ?? "") ? paths(rest) : [];
};

const bun: Rule = (args) => {
  const [verb, name] = operandsOf(args);
  if (verb !== "run" || name === undefined) return [];
  return pathLike(name) ? paths([name]) : task("npm", name);
};

const make: Rule = (args) =>
  operandsOf(args).filter((word) => !word.includes("=")).flatMap((name) => task("make", name));

const changeDirectory: Rule = ([word]) => [{
  kind: "directory",
  path: word !== undefined && /^[\w./@+-]+$/.test(word) && !/^[-/]/.test(word) ? word : null,
}];

const SCRIPT_PROGRAMS = "node tsx ts-node python python3 ruby perl php bash sh zsh source .".split(" ");

const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ...["npm", "pnpm", "yarn"].map((name) => [name, packageScript] as const),
  ["bun", bun],
  ["deno", deno],
  ["make", make],
  ["just", (args) => task("just", operandsOf(args).find((word) => !word.includes("=")))],
  ...SCRIPT_PROGRAMS.map((name) => [name, script] as const),
  ...["cat", "less", "head", "tail"].map((name) => [name, pathsWithDirectories] as const),
  ["cp", (args) => pathsWithDirectories(args.slice(0, -1))],
  ["go", (args) => args[0] === "run" ? paths(operandsOf(args).slice(1, 2)) : []],
  ["cd", changeDirectory],
  ["pushd", changeDirectory],
  ["popd", () => [{ kind: "directory", path: null }]],
]);

/** Whether a code span is a command rather than a name: several words, of which the first is a known program. */
export const isCommand = (text: string): boolean =>
  /^\S+\s+\S/.test(text) && (RULES.has(text.split(/\s/)[0]!) || /^\.{1,2}\//.test(text));

/** Returns what the commands of one line need, in order. Executes nothing. */
export const needsOf = (line: string): CommandNeed[] =>
  shellWords(line).commands.flatMap(({ words }) => needsOfWords(words));

const PREFIX = /^(?:[A-Za-z_]\w*=.*|sudo|env|time|exec)$/s;

function needsOfWords(words: readonly string[]): CommandNeed[] {
  const first = words.findIndex((word) => !PREFIX.test(word));
  const program = words[first];
  if (program === undefined) return [];
  if (/^\.{1,2}\/[\w./-]+$/.test(program)) {
    return [{ kind: "path", candidate: { path: program, certainty: "explicit" } }];
  }
  if (program.includes("/")) return paths([program]);
  const args = words.slice(first + 1);
  const rule = RULES.get(program);
  if (!rule || (rule !== changeDirectory && args.some((word) => ELSEWHERE.test(word)))) return [];
  return rule(args);
}
