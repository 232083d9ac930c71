import { readStatement, statementsOf } from "./statements.ts";

type Node = Record<string, unknown>;

/** Replaces the file of a fan-out while its statement is parsed: recipes have paths, not `${{ … }}`. */
const FILE = "the-file-of-the-list";

/** A draft that was made from words, and what was not understood of them. */
export type Draft = {
  definition: Record<string, unknown> | null;
  explanation: string[];
  unmatched: { id: string; text: string; why: string }[];
  questions: string[];
  trigger?: { kind: string; content: string };
};

/** Makes a draft by fixed rules. What they do not cover is listed, never guessed. */
export function draftFrom(text: string, isRecipe: (text: string) => boolean): Draft {
  const nodes: Node[] = [];
  const draft: Draft = { definition: null, explanation: [], unmatched: [], questions: [] };
  let condition: string | null = null;
  for (const statement of statementsOf(text)) {
    const conditional = /^(if|unless) ([a-z0-9_.]+(?: *(?:==|!=|<|>) *\S+)?),? (.+)$/i.exec(statement);
    condition = conditional ? conditionOf(conditional[1]!, conditional[2]!) : null;
    add(conditional ? conditional[3]! : statement, condition, nodes, draft, isRecipe);
  }
  if (nodes.length > 0) draft.definition = definitionOf(text, nodes);
  return draft;
}

function add(
  text: string,
  when: string | null,
  nodes: Node[],
  draft: Draft,
  isRecipe: (text: string) => boolean,
): void {
  const found = readStatement(text, isRecipe);
  const push = (node: Node): void => {
    const id = `step_${nodes.length + 1}`;
    const before = nodes.at(-1);
    nodes.push({ id, ...node, ...(before && { dependsOn: [before.id] }), ...(when && { when }) });
  };
  const list = (why: string) =>
    draft.unmatched.push({ id: `unmatched_${draft.unmatched.length + 1}`, text, why });
  switch (found.kind) {
    case "node":
      push(found.node);
      draft.explanation.push(found.explanation);
      break;
    case "each": {
      const inner = readStatement(found.rest.replaceAll(/\b(?:it|the file)\b/g, FILE), isRecipe);
      const worker: Node = inner.kind === "node"
        ? JSON.parse(JSON.stringify(inner.node).replaceAll(FILE, "${{ file }}"))
        : { kind: "prompt", with: { content: found.rest } };
      push({
        kind: "fan_out",
        with: { items: "inputs.files", as: "file", nodes: [{ id: `each_${nodes.length + 1}`, ...worker }] },
      });
      draft.explanation.push(`It iterates over the input "files".`);
      draft.questions.push(`Which files match ${found.glob}? They are the input "files" of the workflow.`);
      if (inner.kind !== "node") list("The work on each file became a prompt with exactly these words.");
      break;
    }
    case "until": {
      const check = {
        id: `check_${nodes.length + 1}`,
        kind: "command",
        onError: "continue",
        with: { command: found.command },
      };
      push({
        kind: "loop",
        with: { max: found.max, until: `nodes.${check.id}.exitCode == 0`, nodes: [check] },
      });
      draft.explanation.push(`"${found.command}" is run until it passes, at most ${found.max} times.`);
      draft.questions.push(`What should be done between two runs of "${found.command}"?`);
      break;
    }
    case "trigger":
      draft.trigger = found.trigger;
      draft.explanation.push("A trigger was suggested. Create an automation for it.");
      break;
    case "refused":
      list(found.why);
      break;
    case "unmatched":
      push({ kind: "prompt", with: { content: text } });
      list(found.why);
      break;
  }
}

/** Returns a condition on an input as an expression. */
function conditionOf(word: string, text: string): string {
  const condition = text.startsWith("inputs.") || text.startsWith("nodes.") ? text : `inputs.${text}`;
  return word.toLowerCase() === "unless" ? `!(${condition})` : condition;
}

function definitionOf(text: string, nodes: readonly Node[]): Record<string, unknown> {
  const used = [...JSON.stringify(nodes).matchAll(/\binputs\.([a-z0-9_]+)/gi)].map(([, name]) => name!);
  const properties = Object.fromEntries([...new Set(used)].map((name) => [
    name,
    name === "files" ? { type: "array", items: { type: "string" } } : {},
  ]));
  const name = text.split("\n")[0]!.trim().slice(0, 80) || "Draft";
  const inputs = used.length > 0 ? { inputs: { type: "object", properties } } : {};
  return { name, ...inputs, nodes };
}
