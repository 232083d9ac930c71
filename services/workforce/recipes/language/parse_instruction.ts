import { expandBraces } from "../../worker_tools/glob.ts";
import {
  FORMS,
  type Instruction,
  INSTRUCTION_KINDS,
  type InstructionKind,
  type Search,
} from "./instruction.ts";
import { Scanner } from "./scanner.ts";
import { isEnglish, nearVerb } from "./suggest.ts";
import { jsonProblem } from "../../../../store/shared/json_problem.ts";
import { messageOf } from "../../../../store/shared/message_of.ts";
import { ellipsis } from "../../../ground/kernel/words.ts";

const SPACES = "a path with spaces needs double quotes";

/** Parses one instruction, or returns why it is none; `block` is the fenced block that follows its line, or null. */
export function parseInstruction(text: string, block: string | null): Instruction | { problem: string } {
  const word = /^\S+/.exec(text)?.[0] ?? "";
  const kind = INSTRUCTION_KINDS.find((kind) => kind === word.toLowerCase());
  if (kind === undefined) return { problem: unknownVerb(word, text, block) };
  const scanner = new Scanner(text.slice(word.length));
  const instruction = READERS[kind](scanner, block);
  if (scanner.problem === null) return instruction;
  const forms = FORMS[kind].map((form) => `\`${form.replace(/\s{2,}.*/, "")}\``).join(" or ");
  return { problem: `${scanner.problem} The form is ${forms}.` };
}

/** Whether a line announces a fenced block: it ends in `with:`. */
export function announcesBlock(text: string): boolean {
  return /^create\s.*\swith\s*:$/i.test(text);
}

type Reader = (scanner: Scanner, block: string | null) => Instruction;

const READERS: Record<InstructionKind, Reader> = {
  create(scanner, block) {
    const path = scanner.path("a path");
    scanner.expect("with", "the path");
    if (!scanner.symbol(":")) {
      const content = scanner.quoted("the text");
      scanner.end();
      return { kind: "create", path, content };
    }
    scanner.end("text on the same line goes in double quotes after `with`, without the colon");
    const content = block ?? scanner.fail("No fenced block (``` or ~~~) follows on the next line.");
    return { kind: "create", path, content };
  },
  append: (scanner) => ({ kind: "append", ...addition(scanner) }),
  prepend: (scanner) => ({ kind: "prepend", ...addition(scanner) }),
  replace(scanner) {
    const search = readSearch(scanner);
    scanner.expect("with", "the text to look for");
    const replacement = scanner.quoted("the new text");
    scanner.expect("in", "the new text");
    const target = scanner.path("a path or glob");
    scanner.end(SPACES);
    if (expandBraces(target) === null) {
      scanner.fail("The glob has too many alternatives in braces.");
    }
    return { kind: "replace", search, replacement, target };
  },
  rename(scanner) {
    const from = scanner.path("a path");
    scanner.expect("to", "the first path");
    const to = scanner.path("the new path");
    scanner.end(SPACES);
    if (from === to) scanner.fail("Both paths are the same.");
    return { kind: "rename", from, to };
  },
  delete(scanner) {
    const path = scanner.path("a path");
    scanner.end(SPACES);
    return { kind: "delete", path };
  },
  run(scanner) {
    const command = scanner.rest;
    if (command === "") scanner.fail("No command follows.");
    if (command.includes("\0")) scanner.fail("A command cannot contain a NUL character.");
    return { kind: "run", command };
  },
  use(scanner) {
    const [, connector = "", action = "", json = ""] =
      /^([a-z][a-z0-9_-]*)\.([a-z][a-z0-9_-]*)\s+(\{.*\})$/s.exec(scanner.rest) ?? [];
    if (json === "") scanner.fail("Expected a connector, a period, an action and its input as JSON.");
    return { kind: "use", connector, action, input: readInput(scanner, json) };
  },
};

function readInput(scanner: Scanner, json: string): Record<string, unknown> {
  try {
    return JSON.parse(json);
  } catch (error) {
    scanner.fail(`The input is not valid JSON: ${jsonProblem(error)}.`);
    return {};
  }
}

function addition(scanner: Scanner): { path: string; text: string } {
  const text = scanner.quoted("the text");
  scanner.expect("to", "the text");
  const path = scanner.path("a path");
  scanner.end(SPACES);
  return { path, text };
}

function readSearch(scanner: Scanner): Search {
  if (!scanner.rest.startsWith("/")) {
    const text = scanner.quoted("the text to look for");
    if (text === "") scanner.fail("The text to look for is empty.");
    return { kind: "text", text };
  }
  const { source, flags } = scanner.regex();
  if (source === "") scanner.fail("The regular expression is empty.");
  if (/[^gimsuy]/.test(flags)) {
    scanner.fail(`The flags "${flags}" are not all valid. Valid flags are g, i, m, s, u and y.`);
  }
  try {
    new RegExp(source, flags);
  } catch (error) {
    scanner.fail(`The regular expression is not valid: ${messageOf(error)}.`);
  }
  return { kind: "regex", source, flags };
}

function unknownVerb(word: string, text: string, block: string | null): string {
  const shown = ellipsis(word, 40);
  const meant = meantBy(word, text, block);
  return `${JSON.stringify(shown)} is not an instruction of the recipe language${
    meant ? `. Did you mean \`${meant}\`?` : "."
  }`;
}

/** Returns the instruction that a text probably means, or the form of one; null for plain English, which a form does not help. */
function meantBy(word: string, text: string, block: string | null): string | null {
  const near = nearVerb(word);
  if (near === null) return null;
  const corrected = near + text.slice(word.length);
  if ("problem" in parseInstruction(corrected, block)) {
    return isEnglish(word) && !text.includes('"') ? null : FORMS[near][0] ?? null;
  }
  return ellipsis(corrected, 200);
}
