import type { Command } from "commander";
import { shellWord } from "../client/shell_word.ts";
import { closest, didYouMean } from "./closest.ts";

/** Words that people try, with the verbs or commands that they mean here. */
const MEANT: ReadonlyMap<string, readonly string[]> = new Map(Object.entries({
  accept: ["review"],
  add: ["set", "save", "create"],
  agents: ["providers health", "profiles list"],
  apply: ["review"],
  approve: ["review"],
  auth: ["connect"],
  check: ["validate", "verify"],
  create: ["set", "save"],
  cron: ["automations set"],
  decide: ["review"],
  diff: ["review"],
  edit: ["set", "save"],
  guide: ["task-sessions guide"],
  history: ["runs list", "logs"],
  inbox: ["notifications list"],
  install: ["service install"],
  kill: ["runs cancel"],
  list: ["queue"],
  login: ["connect"],
  logout: ["disconnect"],
  ls: ["list", "queue"],
  merge: ["review"],
  new: ["set", "save", "create"],
  ps: ["status", "runs list"],
  queue: ["review", "approvals queue"],
  reject: ["review"],
  remove: ["delete"],
  restore: ["backup restore"],
  rm: ["delete"],
  schedule: ["automations set"],
  schedules: ["automations list"],
  settings: ["config show", "repos set"],
  setup: ["init", "connect"],
  show: ["get"],
  start: ["serve", "run"],
  stop: ["cancel"],
  task: ["planner add"],
  tasks: ["planner tasks"],
  token: ["init"],
  uninstall: ["service uninstall"],
  update: ["set", "save"],
  view: ["get"],
  web: ["open"],
}));

/** Options that people try for what a variable sets, without its `AGENT_HARNESS_`. */
const SET_BY_VARIABLE: ReadonlyMap<string, string> = new Map(Object.entries({
  "--bind": "HOST",
  "--data-dir": "STORAGE_DIR",
  "--host": "HOST",
  "--listen": "HOST",
  "--port": "PORT",
  "-p": "PORT",
  "--storage": "STORAGE_DIR",
  "--storage-dir": "STORAGE_DIR",
  "--token": "TOKEN",
  "--workers": "WORKERS",
}));

/** The commands that list, in groups where no verb says so. */
const LISTING = [
  "alerts get",
  "events tail",
  "financelink connections",
  "oauth accounts",
  "providers health",
];

/** Groups whose commands a verb without a group means. */
const USUAL = ["runs", "approvals", "repos"];

const MAX_SUGGESTED = 3;

/** Returns the parser's message about a typing error with what to type instead. `words` are those of the command line. */
export function explainMistake(text: string, program: Command, words: readonly string[]): string {
  const [, typed, choices] = /'([^']*)' is invalid[^.]*\. Allowed choices are (.*)\.\n?$/s.exec(text) ?? [];
  if (typed !== undefined && choices !== undefined) {
    return `${text.trimEnd()}${didYouMean(typed, choices.split(", "))}\n`;
  }
  const { command, path } = called(program, words);
  const unknown = /^unknown command '(.*?)'/.exec(text)?.[1];
  if (unknown !== undefined) return unknownCommand(text, unknown, { program, group: path });
  const missing = /^missing required argument '(.*?)'/.exec(text)?.[1];
  if (missing !== undefined) {
    const taken = command.options.find((one) =>
      one.variadic && command.getOptionValue(one.attributeName())?.length > 1
    )?.long;
    const why = taken ? `. All that follows ${taken} belongs to it, so write <${missing}> before it` : "";
    return `${text.trimEnd()}: agent-harness ${usageOf(command, path)}${why}\n`;
  }
  if (/^unknown option '--repo-path/.test(text) && command.options.some(({ long }) => long === "--repo")) {
    return `${text.trimEnd()}. Did you mean --repo?\n`;
  }
  const [, option = ""] = /^unknown option '(-[^'=]*)/.exec(text) ?? [];
  const variable = SET_BY_VARIABLE.get(option);
  if (variable !== undefined) {
    const name = ["agent-harness", ...path].join(" ");
    return `unknown option '${option}'. A variable sets it: AGENT_HARNESS_${variable}=… ${name}\n`;
  }
  return /^too many arguments/.test(text) ? tooMany(command, path) : text;
}

/** Returns the command that a command line calls, and the words that name it. */
export function called(program: Command, words: readonly string[]): { command: Command; path: string[] } {
  let command = program;
  const path: string[] = [];
  for (const word of words) {
    const next = command.commands.find((each) => each.name() === word);
    if (!next) break;
    command = next;
    path.push(word);
  }
  return { command, path };
}

function unknownCommand(
  text: string,
  typed: string,
  { program, group }: { program: Command; group: readonly string[] },
): string {
  const all = everyCommand(program, []);
  const listing = group.length > 0 && ["list", "ls"].includes(typed) ? LISTING : [];
  const verbs = [typed, ...MEANT.get(typed) ?? [], ...listing, ...meantWord(text, typed, all, group)];
  const fits = (path: string) => verbs.some((verb) => path === verb || path.endsWith(` ${verb}`));
  const found = all.filter(({ path }) => fits(path));
  const within = found.filter(({ path }) => path.startsWith([...group, ""].join(" ")));
  const whole = found.filter(({ path }) => verbs.includes(path));
  const usual = within.filter(({ path }) => USUAL.includes(path.split(" ")[0]!));
  const near = group.length > 0 ? within : [...whole, ...usual.filter((each) => !whole.includes(each))];
  const shown = (near.length > 0 ? near : whole).slice(0, MAX_SUGGESTED);
  const request = group.length > 0 ? "" : asRequest(program.args);
  if (shown.length === 0) return `${text.trimEnd()}${request === "" ? "" : `\n${request}`}\n`;
  const lines = shown.map(({ path, command }) => `  agent-harness ${usageOf(command, path.split(" "))}`);
  return `unknown command '${[...group, typed].join(" ")}'. Did you mean:\n${
    [...lines, request].join("\n").trimEnd()
  }\n`;
}

/** Returns how to request work in words; nothing where they are fewer, as in a typing error. None is repeated: it may be a secret. */
const asRequest = (words: readonly string[]): string =>
  words.length < 3 || words.some((word) => word.startsWith("-"))
    ? ""
    : 'To request work, put the words in quotes: agent-harness "fix the tests"';

/** Returns the verb that was mistyped, with what it means; in a group, the one that the parser proposes. */
function meantWord(
  text: string,
  typed: string,
  all: readonly { path: string }[],
  group: readonly string[],
): readonly string[] {
  const proposed = /Did you mean ([\w-]+)\?/.exec(text)?.[1] ?? "";
  if (group.length > 0) return MEANT.has(typed) ? [] : [proposed];
  const verbs = all.map(({ path }) => path.split(" ").at(-1)!);
  const found = closest(typed, [proposed, ...MEANT.keys(), ...verbs]);
  return found === null ? [] : [found, ...MEANT.get(found) ?? []];
}

function everyCommand(parent: Command, before: readonly string[]): { path: string; command: Command }[] {
  return parent.commands.flatMap((command) => {
    const words = [...before, command.name()];
    return command.commands.length > 0 ? everyCommand(command, words) : [{ path: words.join(" "), command }];
  });
}

/** Returns the words that name a command, with its arguments. */
export const usageOf = (command: Command, path: readonly string[]): string =>
  [
    ...path,
    ...command.registeredArguments.map((one) => one.required ? `<${one.name()}>` : `[${one.name()}]`),
  ].join(" ");

function tooMany(
  { args, options, registeredArguments: { length } }: Command,
  path: readonly string[],
): string {
  const name = ["agent-harness", ...path].join(" ");
  const begin = `${name} takes ${
    length === 0 ? "no argument" : length === 1 ? "one argument" : `${length} arguments`
  }.`;
  const [excess = "", ...others] = args.slice(length);
  const choice = options.find(({ argChoices }) => argChoices?.includes(excess));
  const option = choice ?? options.find(({ long }) => long === "--repo") ??
    options.find(({ flags }) => /^--(?:output|to) <(?:file|directory|place)>$/.test(flags));
  if (others.length > 0 || !option) return `${begin}\n`;
  const kept = args.slice(0, length).map(shellWord);
  const what = choice
    ? "Use an option"
    : option.long === "--repo"
    ? "To name the repository"
    : "To name the file or directory";
  return `${begin} ${what}: ${[name, ...kept].join(" ")} ${option.long} ${shellWord(excess)}\n`;
}
