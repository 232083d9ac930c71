import { InvalidError } from "../../../ground/kernel/errors.ts";
import { withoutEnd } from "../../../ground/kernel/words.ts";
import { blockedByText } from "../../../ground/policy/requests.ts";
import { blockedClass } from "../../../ground/policy/classes.ts";
import { triggerIn, type TriggerWords } from "./trigger_words.ts";
import { commandFor, type KnownCommands, meansTests } from "../../../control/workflows/known_commands.ts";

/** The meaning of one statement. */
type DraftStatement =
  | { kind: "node"; node: Record<string, unknown>; explanation: string }
  | { kind: "each"; glob: string; rest: string }
  | { kind: "until"; command: string; max: number }
  | ({ kind: "trigger" } & TriggerWords)
  | { kind: "unmatched"; text: string; why: string }
  | { kind: "refused"; text: string; why: string };

const UNITS: Readonly<Record<string, (count: string) => string>> = {
  second: (count) => `PT${count}S`,
  minute: (count) => `PT${count}M`,
  hour: (count) => `PT${count}H`,
  day: (count) => `P${count}D`,
};

const CONDITION = /^\s{0,9}(?:if|unless) [^,]{1,200}$/i;

/** More than any request in words; a definition has fewer nodes. */
const MAX_STATEMENTS = 500;

/**
 * Splits a text into statements: at line ends, at `;`, and at "then" but after "if". Quoted text stays whole.
 *
 * @throws {InvalidError} when there are too many
 */
export function splitStatements(text: string): string[] {
  const statements = text.split("\n").flatMap((line) => {
    const parts: string[] = [""];
    for (
      const [piece] of line.matchAll(
        /"(?:\\.|[^"\\])*"|'[^']*'|;|\s+(?:and\s+)?then,?\s+|[^"';\s\\]+|\s+|\\.?|["']/gi,
      )
    ) {
      const isBreak = /^(?:;|\s+(?:and\s+)?then,?\s+)$/i.test(piece);
      const isCondition = isBreak && piece !== ";" && CONDITION.test(parts.at(-1)!);
      if (isBreak && !isCondition) parts.push("");
      else parts[parts.length - 1] += isBreak ? ", " : piece;
    }
    return parts;
  }).map((part) =>
    // A comma separates a statement from the next; it is no part of a command.
    withoutEnd(part.trim(), ", \t").replace(/^(?:[-*]|\d+[.)])\s+/, "").replace(/^(?:and )?then,?\s+/i, "")
  ).filter((part) => part !== "");
  if (statements.length <= MAX_STATEMENTS) return statements;
  throw new InvalidError(
    `The request has ${statements.length} statements. At most ${MAX_STATEMENTS} can become a workflow.`,
  );
}

/** Returns why no workflow may do what a text requests (a blocked class), or null. */
export function whyNoWorkflow(text: string): string | null {
  const blocked = blockedByText(text);
  return blocked && `It belongs to the blocked class "${blockedClass(blocked.id).label}".`;
}

const PASSES = "(?:pass(?:es)?|succeeds?|works?|is green|are green),? (?:at most|up to) (\\d+)(?: times)?$";
const UNTIL = new RegExp(`^(?:repeat )?until \`?(.+?)\`? ${PASSES}`, "i");
const RUN_UNTIL = new RegExp(`^run \`?(.+?)\`? until (?:it|they|that) ${PASSES}`, "i");
const WITHOUT_LIMIT =
  "Say how often it may be repeated, such as: run npm test until it passes, at most 3 times.";

/** What statements are read with. */
export type StatementContext = {
  /** Whether the built-in worker can do a text without changes. */
  isRecipe: (text: string) => boolean;
  known: KnownCommands;
};

const NO_TEST_COMMAND =
  "It is not known how the repository is tested. Name the repository, or write the command, such as: run npm test.";

/** Says what a statement asks for. */
export function readStatement(text: string, { isRecipe, known }: StatementContext): DraftStatement {
  const refusal = whyNoWorkflow(text);
  if (refusal !== null) return { kind: "refused", text, why: refusal };
  const plain = text.replace(/[.!]$/, "");
  let found =
    /^(?:wait for (?:my |an? )?(?:approval|ok|okay)|ask (?:me|a human)(?: (?:first|for approval))?)(?:[:,]?\s+(.+))?$/i
      .exec(plain);
  if (found) {
    const question = found[1] ?? "Go on?";
    return node("approval", questionFor(question), `A human is asked: ${question}`);
  }
  found = /^wait (?:for )?(\d+) (second|minute|hour|day)s?$/i.exec(plain);
  if (found) {
    const time = UNITS[found[2]!.toLowerCase()]!(found[1]!);
    return node("wait", { for: time }, `It waits for ${found[1]} ${found[2]}s.`);
  }
  found = /^for each (?:file )?in (\S+?),? (?:do )?(.+)$/i.exec(text);
  if (found) return { kind: "each", glob: found[1]!, rest: found[2]! };
  found = UNTIL.exec(plain) ?? RUN_UNTIL.exec(plain);
  if (found) {
    const command = commandFor(found[1]!, known);
    if (command === null && meansTests(found[1]!)) return { kind: "unmatched", text, why: NO_TEST_COMMAND };
    return { kind: "until", command: command ?? found[1]!, max: Number(found[2]) };
  }
  found = /^(?:tell|notify) me(?: that)?[:,]? (.+)$/i.exec(text);
  if (found) return node("notify", { title: "From the workflow", content: found[1]! }, "You are notified.");
  const trigger = triggerIn(plain);
  if (trigger) return { kind: "trigger", ...trigger };
  found = /^run\s+`?(.+?)`?$/i.exec(/\w[.!]$/.test(text) ? plain : text);
  if (found && /`? until (?:it|they|that|this)\b/i.test(found[1]!)) {
    return { kind: "unmatched", text, why: WITHOUT_LIMIT };
  }
  if (found) {
    const command = commandFor(found[1]!, known);
    if (command === null && meansTests(found[1]!)) return { kind: "unmatched", text, why: NO_TEST_COMMAND };
    const explanation = command === null
      ? `The command "${found[1]}" is run.`
      : `"${found[1]}" is the command "${command}" of the repository.`;
    return node("command", { command: command ?? found[1]! }, explanation);
  }
  if (isRecipe(text)) {
    const worker = { provider: "builtin", model: "recipe" };
    return node("prompt", { content: text, worker }, `The built-in worker does: ${text}`);
  }
  return {
    kind: "unmatched",
    text,
    why: "Its form is unknown, so it became a prompt with exactly these words.",
  };
}

/** Returns a question for an approval, whose title is one line of at most 200 characters. */
export const questionFor = (question: string): { title: string; content?: string } =>
  question.length <= 200 && !question.includes("\n")
    ? { title: question }
    : { title: "Go on?", content: question };

const node = (kind: string, content: Record<string, unknown>, explanation: string): DraftStatement => ({
  kind: "node",
  node: { kind, with: content },
  explanation,
});
