import type { Command } from "commander";
import { shellWord } from "../../client/shell_word.ts";
import { REPOSITORY } from "../service/repository.ts";
import type { Derived } from "./command.ts";
import type { Field } from "./fields.ts";

/** Fields that examples prefer to select. */
const PICKED = ["id", "status", "title", "name", "ok", "createdAt"];

/** Returns the examples of a derived command, from its input and response. */
export function exampleLines(
  { key, words, fields, answer, list, answerFields, argument }: Derived,
  command: Command,
): string[] {
  const said = fields.find(({ path }) => path.join(".") === argument)?.example;
  const samples = command.registeredArguments.map((one) =>
    one.name() === argument && said !== undefined ? said : sampleOf(one.name())
  );
  const call = ["agent-harness", ...words, ...samples].join(" ");
  const needed = fields.filter(({ required, path }) =>
    required && path.at(-1) !== REPOSITORY && path.join(".") !== argument
  ).map(flagOf).join("");
  const input = fields.some(({ required, kind }) => required && kind === "secret") ? " < secret.txt" : "";
  const first = `${call}${needed}`;
  const more = fields.filter(({ required, example }) => !required && example !== undefined)
    .map((field) => first + flagOf(field));
  if (answer === "binary") return [`${first} --output file`];
  if (answer === "exposition") return [first];
  if (answer === "html") return [`${first} > page.html`];
  if (answer === "sse") {
    return [first, `${first} --json${key.startsWith("GET ") ? " --fields sequence,type,subject" : ""}`];
  }
  const names = answerFields.split(",").filter((name) => PICKED.includes(name)).slice(0, 2);
  const pick = names.length > 0 ? ` --fields ${names.join(",")}` : "";
  return [
    first + input,
    ...more,
    ...(list ? [`${first} --watch`] : []),
    `${first} --json${pick}${input}`,
  ];
}

/** Returns the examples of a group, from its first commands, those without arguments first. */
export function groupExampleLines(group: Command, words: readonly string[]): string[] {
  const simple = group.commands.toSorted((a, b) =>
    a.registeredArguments.length - b.registeredArguments.length
  );
  return [...simple.slice(0, 2), ...(simple.length > 2 ? simple.slice(-1) : [])].map((command) => {
    const below = command.commands.length > 0 ? ["--help"] : [];
    const samples = command.registeredArguments.filter(({ required }) => required)
      .map((one) => sampleOf(one.name()));
    const needed = command.commands.length === 0 && command.registeredArguments.length === 0 &&
        /^(?:create|add|set)/.test(command.name())
      ? ["--help"]
      : [];
    return ["agent-harness", ...words, command.name(), ...samples, ...below, ...needed].join(" ");
  });
}

/** Returns the examples as help shows them. */
export const examplesText = (lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  $ ${line}`).join("\n")}`;

/** Samples of arguments that are not ids. */
const SAMPLES: ReadonlyMap<string, string> = new Map([
  ["directory", "./my-skill"],
  ["file", "workflow.yaml"],
  ["content", "Run npm test, then ask me"],
  ["page", "https://example.org/article"],
  ["path", "deploy"],
  ["query", "design review"],
  ["question", "What is on Friday"],
  ["recording", "meeting.wav"],
  ["request", "Move the review to Friday at 15:00"],
  ["words", "Call Ann tomorrow at 15:00"],
]);

/** Returns a sample of an argument: by default the start of an id, as a person would copy it. */
const sampleOf = (name: string): string =>
  SAMPLES.get(name) ?? `${name.replaceAll("-", "_").replace(/_id$/, "")}_01m7yd`;

function flagOf({ flag, kind, path, choices, example, words }: Field): string {
  const name = path.at(-1)!;
  if (choices) return ` --${flag} ${choices[0]}`;
  switch (kind) {
    case "boolean":
      return ` --${flag}`;
    case "number":
      return ` --${flag} 10`;
    case "secret":
      return ` --${flag} -`;
    case "files":
      return ` --${flag} notes.md`;
    case "json":
      return ` --${flag} ${shellWord(words ?? example ?? "{}")}`;
    default:
      return ` --${flag} ${shellWord(example ?? `<${name}>`)}`;
  }
}
