import { blockedByText } from "../../policy/requests.ts";
import { blockedClass } from "../../policy/classes.ts";
import { commandFor, type KnownCommands, meansTests } from "../known_commands.ts";

/** The meaning of one statement. */
export type Statement =
  | { kind: "node"; node: Record<string, unknown>; explanation: string }
  | { kind: "each"; glob: string; rest: string }
  | { kind: "until"; command: string; max: number }
  | { kind: "trigger"; trigger: { kind: string; content: string } }
  | { kind: "unmatched"; text: string; why: string }
  | { kind: "refused"; text: string; why: string };

const UNITS: Readonly<Record<string, (count: string) => string>> = {
  second: (count) => `PT${count}S`,
  minute: (count) => `PT${count}M`,
  hour: (count) => `PT${count}H`,
  day: (count) => `P${count}D`,
};

/** Splits a text into statements: at line ends, at `;`, and at "then". Quoted text stays whole. */
export function statementsOf(text: string): string[] {
  return text.split("\n").flatMap((line) => {
    const parts: string[] = [""];
    for (
      const [piece] of line.matchAll(
        /"(?:\\.|[^"\\])*"|'[^']*'|;|,?\s+(?:and\s+)?then\s+|[^"';\s]+|\s+|["']/g,
      )
    ) {
      if (/^(?:;|,?\s+(?:and\s+)?then\s+)$/.test(piece)) parts.push("");
      else parts[parts.length - 1] += piece;
    }
    return parts;
  }).map((part) => part.replace(/^\s*(?:[-*]|\d+[.)])\s+/, "").replace(/^then\s+/i, "").trim())
    .filter((part) => part !== "");
}

/** Returns why no workflow may do what a text requests (a blocked class), or null. */
export function refusalOf(text: string): string | null {
  const blocked = blockedByText(text);
  return blocked && `It belongs to the blocked class "${blockedClass(blocked.id).label}".`;
}

/** What statements are read with. */
export type Reading = {
  /** Whether the built-in worker can do a text without changes. */
  isRecipe: (text: string) => boolean;
  known: KnownCommands;
};

const NO_TEST_COMMAND =
  "It is not known how the repository is tested. Name the repository, or write the command, such as: run npm test.";

/** Says what a statement asks for. */
export function readStatement(text: string, { isRecipe, known }: Reading): Statement {
  const refusal = refusalOf(text);
  if (refusal !== null) return { kind: "refused", text, why: refusal };
  const plain = text.replace(/[.!]$/, "");
  let found =
    /^(?:wait for (?:my |an? )?(?:approval|ok|okay)|ask (?:me|a human)(?: (?:first|for approval))?)(?:[:,]?\s+(.+))?$/i
      .exec(plain);
  if (found) {
    const title = found[1] ?? "Go on?";
    return node("approval", { title }, `A human is asked: ${title}`);
  }
  found = /^wait (?:for )?(\d+) (second|minute|hour|day)s?$/i.exec(plain);
  if (found) {
    const time = UNITS[found[2]!.toLowerCase()]!(found[1]!);
    return node("wait", { for: time }, `It waits for ${found[1]} ${found[2]}s.`);
  }
  found = /^for each (?:file )?in (\S+?),? (?:do )?(.+)$/i.exec(text);
  if (found) return { kind: "each", glob: found[1]!, rest: found[2]! };
  found =
    /^(?:repeat )?until `?(.+?)`? (?:pass(?:es)?|succeeds?|is green|are green),? at most (\d+)(?: times)?$/i
      .exec(
        plain,
      );
  if (found) {
    const command = commandFor(found[1]!, known);
    if (command === null && meansTests(found[1]!)) return { kind: "unmatched", text, why: NO_TEST_COMMAND };
    return { kind: "until", command: command ?? found[1]!, max: Number(found[2]) };
  }
  found = /^(?:tell|notify) me(?: that)?[:,]? (.+)$/i.exec(text);
  if (found) return node("notify", { title: "From the workflow", content: found[1]! }, "You are notified.");
  found = /^(?:when the webhook|every |each |on (?:every|each) )(.*)$/i.exec(plain);
  if (found) {
    const webhook = /^when the webhook/i.test(plain);
    return { kind: "trigger", trigger: { kind: webhook ? "webhook" : "schedule", content: plain } };
  }
  found = /^run\s+`?(.+?)`?$/i.exec(text);
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

const node = (kind: string, content: Record<string, unknown>, explanation: string): Statement => ({
  kind: "node",
  node: { kind, with: content },
  explanation,
});
