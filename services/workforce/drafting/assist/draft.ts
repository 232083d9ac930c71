import { readStatement, splitStatements, type StatementContext } from "./statements.ts";
import { recordOf } from "../../../../store/shared/records.ts";

type Node = Record<string, unknown>;

/** Replaces the file of a fan-out while its statement is parsed: recipes have paths, not `${{ … }}`. */
const FILE = "the-file-of-the-list";

/** As many as a workflow can have. */
const MAX_NODES = 200;
/** More than any workflow needs; what is refused or only a trigger makes no node. */
const MAX_STATEMENTS = 500;

/** A draft that was made from words, and what was not understood of them. */
type Draft = {
  definition: Record<string, unknown> | null;
  explanation: string[];
  unmatched: { id: string; text: string; why: string }[];
  questions: string[];
  trigger?: { kind: string; content: string };
};

/**
 * Makes a draft by fixed rules; the statements come after the nodes of an `earlier` definition. What the rules do not cover is
 * listed, never guessed.
 */
export function draftFrom(text: string, reading: StatementContext, earlier: Node = {}): Draft {
  const nodes = new Nodes(earlier.nodes);
  const draft: Draft = { definition: null, explanation: [], unmatched: [], questions: [] };
  const statements = splitStatements(text);
  for (const [at, statement] of statements.entries()) {
    if (nodes.all.length >= MAX_NODES || at >= MAX_STATEMENTS) {
      list(draft, statements.slice(at).join("\n"), `A workflow has at most ${MAX_NODES} nodes.`);
      break;
    }
    const conditional = /^(if|unless) ([a-z0-9_.]+(?: *(?:==|!=|<|>) *\S+)?),? (.+)$/i.exec(statement);
    const condition = conditional ? conditionOf(conditional[1]!, conditional[2]!) : null;
    add(conditional ? conditional[3]! : statement, condition, nodes, draft, reading);
  }
  if (nodes.all.length > 0) draft.definition = definitionOf(text, nodes.all, earlier);
  return draft;
}

/** The nodes of a draft; each comes after all that were there before it. */
class Nodes {
  readonly all: Node[];

  constructor(earlier: unknown) {
    this.all = Array.isArray(earlier) ? [...earlier] : [];
  }

  /** An id that no node has, within others neither. */
  newId(word: string): string {
    const text = JSON.stringify(this.all);
    for (let number = this.all.length + 1;; number++) {
      const id = `${word}_${number}`;
      if (!text.includes(`"${id}"`)) return id;
    }
  }

  push(node: Node): void {
    const needed = new Set<unknown>(this.all.flatMap(({ dependsOn }) => dependsOn ?? []));
    const last = this.all.map(({ id }) => id).filter((id) => !needed.has(id));
    this.all.push({ id: this.newId("step"), ...node, ...(last.length > 0 && { dependsOn: last }) });
  }
}

function add(
  text: string,
  when: string | null,
  nodes: Nodes,
  draft: Draft,
  reading: StatementContext,
): void {
  const found = readStatement(text, reading);
  const push = (node: Node): void => nodes.push({ ...node, ...(when && { when }) });
  switch (found.kind) {
    case "node":
      push(found.node);
      draft.explanation.push(found.explanation);
      break;
    case "each": {
      const inner = readStatement(found.rest.replaceAll(/\b(?:it|the file)\b/g, FILE), reading);
      const worker: Node = inner.kind === "node"
        ? JSON.parse(JSON.stringify(inner.node).replaceAll(FILE, "${{ file }}"))
        : { kind: "prompt", with: { content: found.rest } };
      push({
        kind: "fan_out",
        with: { items: "inputs.files", as: "file", nodes: [{ id: nodes.newId("each"), ...worker }] },
      });
      draft.explanation.push(`It iterates over the input "files".`);
      draft.questions.push(`Which files match ${found.glob}? They are the input "files" of the workflow.`);
      if (inner.kind !== "node") {
        list(draft, text, "The work on each file became a prompt with exactly these words.");
      }
      break;
    }
    case "until": {
      const check = {
        id: nodes.newId("check"),
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
      if (draft.trigger) {
        list(
          draft,
          found.trigger.content,
          "Only the first trigger is suggested. Create an automation for each.",
        );
      } else {
        draft.trigger = found.trigger;
        draft.explanation.push("A trigger was suggested. Create an automation for it.");
      }
      if (found.rest !== "") add(found.rest, when, nodes, draft, reading);
      break;
    case "refused":
      list(draft, text, found.why);
      break;
    case "unmatched":
      push({ kind: "prompt", with: { content: text } });
      list(draft, text, found.why);
      break;
  }
}

const list = ({ unmatched }: Draft, text: string, why: string): void =>
  void unmatched.push({ id: `unmatched_${unmatched.length + 1}`, text, why });

/** Returns a condition on an input as an expression. */
function conditionOf(word: string, text: string): string {
  const condition = text.startsWith("inputs.") || text.startsWith("nodes.") ? text : `inputs.${text}`;
  return word.toLowerCase() === "unless" ? `!(${condition})` : condition;
}

function definitionOf(text: string, nodes: readonly Node[], earlier: Node): Record<string, unknown> {
  const used = [...JSON.stringify(nodes).matchAll(/\binputs\.([a-z0-9_]+)/gi)].map(([, name]) => name!);
  const before = recordOf(earlier.inputs);
  const properties = {
    ...Object.fromEntries(
      used.map((name) => [name, name === "files" ? { type: "array", items: { type: "string" } } : {}]),
    ),
    ...recordOf(before.properties),
  };
  const name = text.split("\n")[0]!.trim().slice(0, 80) || "Draft";
  const inputs = used.length > 0 ? { inputs: { type: "object", ...before, properties } } : {};
  return { name, ...earlier, ...inputs, nodes };
}
