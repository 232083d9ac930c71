import assert from "node:assert/strict";
import type { Command } from "commander";
import { PROGRAM } from "../checks/sources.ts";
import { programWithHelp } from "../golden/help.ts";
import { WRITTEN } from "./pages/written.ts";

/** Words that follow the program's name where they are no command, such as "agent-harness and saves its path". */
const PROSE: readonly string[] = [
  "agent-harness",
  "and",
  "encrypted",
  "is",
  "notice",
  "reach",
  "stands",
  "to",
  "trailer",
];

/** Returns the commands and flags in a text that do not exist. */
function unknownIn(program: Command, text: string): string[] {
  return [...text.matchAll(/agent-harness ([^\n`|;&]*)/g)].flatMap(([, rest = ""]) => {
    let command = program;
    const walked = ["agent-harness"];
    for (const word of rest.split(/\s+/)) {
      const [name = ""] = /^[a-z-]*/.exec(word)!;
      const inner = command.commands.find((each) => [each.name(), ...each.aliases()].includes(name));
      if (inner) {
        command = inner;
        walked.push(name);
        continue;
      }
      const isProse = command === program && PROSE.includes(name);
      if (/^[a-z][a-z-]/.test(name) && command.commands.length > 0 && !isProse) {
        return [[...walked, name].join(" ")];
      }
      break;
    }
    const flags = flagsOf(command);
    return [...rest.matchAll(/\s(--[a-z][\w.-]*[a-z0-9])/g)].map(([, flag]) => flag!)
      .filter((flag) => !flags.has(flag)).map((flag) => [...walked, flag].join(" "));
  });
}

/** Returns the flags of a command, with those of the commands above it. */
function flagsOf(command: Command): ReadonlySet<string> {
  const flags = command.options.flatMap(({ long }) => long ?? []);
  return new Set(["--help", ...flags, ...(command.parent ? flagsOf(command.parent) : [])]);
}

const { program } = await programWithHelp();

Deno.test("every command and flag that a page or a sentence of the program names exists", () => {
  const texts = [...WRITTEN, ...PROGRAM];
  const found = texts.flatMap(({ path, text }) => unknownIn(program, text).map((each) => `${path}: ${each}`));
  assert.deepEqual(found, []);
});

Deno.test("a command or flag that does not exist is found", () => {
  assert.deepEqual(unknownIn(program, "Run agent-harness doctr, or `agent-harness runs lst`."), [
    "agent-harness doctr",
    "agent-harness runs lst",
  ]);
  assert.deepEqual(unknownIn(program, "agent-harness review --yess --json"), ["agent-harness review --yess"]);
  assert.deepEqual(
    unknownIn(program, "agent-harness run 'fix it' --watch; agent-harness doctor says how"),
    [],
  );
});
