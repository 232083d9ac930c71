import type { Command, Option } from "commander";
import { answerFieldsOf, describedCommand } from "../derived/commands.ts";
import { derivedFrom } from "../derived/define.ts";
import { buildProgram } from "../program.ts";
import type { Shell } from "../shell.ts";
import { type Candidate, idsFor, listingFor, repositoriesFor } from "./ids.ts";
import { type Position, positionOf } from "./position.ts";

/** The completions that a shell offers: candidates, and optionally file names. */
type Completion = { candidates: Candidate[]; files: boolean };

const NOTHING: Completion = { candidates: [], files: false };

/** Returns completions of the last word of a command line, which may be empty. */
export async function complete(shell: Shell, typed: readonly string[]): Promise<Completion> {
  const joined = joinAssignments(typed);
  const current = joined.at(-1) ?? "";
  const words = joined.slice(0, -1);
  const program = await buildProgram(words.length === 0 ? ["--help"] : words, { shell, finish: () => {} });
  const position = await positionOf(program, words);
  const assigned = /^(--[^=]+=)(.*)$/s.exec(current);
  if (assigned) {
    const [, flag = "", value = ""] = assigned;
    const option = position.command.options.find(({ long }) => long === flag.slice(0, -1));
    if (!option) return NOTHING;
    const found = await values(shell, { ...position, option }, words, value);
    // A shell that splits at "=" replaces only what follows it.
    const split = typed.at(-1) !== current;
    return beginningWith(split ? value : current, split ? found : prefixed(found, flag));
  }
  if (position.option) return beginningWith(current, await values(shell, position, words, current));
  if (current.startsWith("-")) return beginningWith(current, { candidates: flags(position), files: false });
  if (position.command.commands.length > 0 && position.positionals.length === 0) {
    return beginningWith(current, { candidates: commands(position.command), files: false });
  }
  return beginningWith(current, await argument(shell, position, words, current));
}

/** Joins `--flag`, `=` and `value`, which bash splits. */
function joinAssignments(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (const [i, word] of words.entries()) {
    const afterAssignment = words[i - 1] === "=" && i >= 2;
    if (joined.length > 0 && ((word === "=" && joined.at(-1)!.startsWith("--")) || afterAssignment)) {
      joined[joined.length - 1] += word;
    } else joined.push(word);
  }
  return joined;
}

const prefixed = ({ candidates, files }: Completion, prefix: string): Completion => ({
  candidates: candidates.map(({ value, description }) => ({ value: prefix + value, description })),
  files,
});

const beginningWith = (current: string, { candidates, files }: Completion): Completion => ({
  candidates: candidates.filter(({ value }) => value.startsWith(current)),
  files,
});

const commands = (command: Command): Candidate[] =>
  command.createHelp().visibleCommands(command)
    .map((one) => ({ value: one.name(), description: one.summary() || one.description() }));

const flags = ({ command, used }: Position): Candidate[] =>
  command.createHelp().visibleOptions(command)
    .filter((option) => !used.has(option.long ?? "") || /repeatable/.test(option.description))
    .map((option) => ({ value: option.long ?? option.flags, description: option.description }));

/** Returns the values of a flag. */
async function values(
  shell: Shell,
  { option, command }: Position,
  words: readonly string[],
  current: string,
): Promise<Completion> {
  if (!option) return NOTHING;
  if (option.argChoices) return { candidates: choices(option.argChoices), files: false };
  const derived = derivedFrom(command);
  if (option.long === "--fields" && derived) {
    const before = current.slice(0, current.lastIndexOf(",") + 1);
    const names = answerFieldsOf(await describedCommand(derived));
    return prefixed({ candidates: choices(names), files: false }, before);
  }
  const listing = /^--(?:.*[.-])?run-id$/.test(option.long ?? "") ? "/runs" : null;
  if (listing) return { candidates: await idsFor(shell, { words, listing, command, current }), files: false };
  if (option.long === "--repo") return { candidates: await repositoriesFor(shell, words), files: true };
  return { candidates: [], files: takesFile(option) };
}

const choices = (names: readonly string[]): Candidate[] => names.map((value) => ({ value, description: "" }));

/** Returns completions by the name of a flag's value. */
const takesFile = ({ flags }: Option): boolean => /<(?:file|path|directory|place)>/.test(flags);

/** Returns completions of the next argument: its choices, ids from the service, or files. */
async function argument(
  shell: Shell,
  { command, positionals }: Position,
  words: readonly string[],
  current: string,
): Promise<Completion> {
  const next = command.registeredArguments[positionals.length];
  if (!next) return NOTHING;
  if (next.argChoices) return { candidates: choices(next.argChoices), files: false };
  if (/^(?:directory|file|path|export|packet|backup)$/.test(next.name())) {
    return { candidates: [], files: true };
  }
  const listing = listingFor(command, next.name(), positionals);
  if (listing === null) return NOTHING;
  return { candidates: await idsFor(shell, { words, listing, command, current }), files: false };
}
