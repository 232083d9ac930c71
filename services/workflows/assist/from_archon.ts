import { InvalidError } from "../../kernel/errors.ts";
import type { Path } from "../language/issue.ts";
import { type Import, textOf } from "./import.ts";

const JOINS: Readonly<Record<string, string>> = {
  all_success: "all_success",
  one_success: "one_success",
  all_done: "all_done",
};

/** Converts an Archon workflow: its prompts, shell steps and approvals. */
export function fromArchon(value: Record<string, unknown>, into: Import): Record<string, unknown> {
  if (!Array.isArray(value.nodes)) throw new InvalidError('An Archon workflow needs a list "nodes".');
  into.refuseOthers(value, [], ["name", "description", "nodes"]);
  value.nodes.forEach((node, at) => {
    if (typeof node === "object" && node !== null) {
      addNode(node as Record<string, unknown>, ["nodes", at], into);
    }
  });
  leaveOutRefused(value.nodes, into);
  const name = textOf(value.name, "Imported workflow").slice(0, 100);
  return {
    name,
    ...(typeof value.description === "string" && { description: value.description.slice(0, 2_000) }),
  };
}

/** A node that waits for a refused one would wait for nothing. */
function leaveOutRefused(nodes: readonly unknown[], into: Import): void {
  const taken = new Set(into.nodes.map(({ id }) => id));
  for (const [at, each] of nodes.entries()) {
    const { id, depends_on: names } = (each ?? {}) as { id?: unknown; depends_on?: unknown };
    const node = into.nodes.find((one) => one.id === into.id(textOf(id, "step")));
    const before = node?.dependsOn as string[] | undefined;
    if (!node || !before || before.every((one) => taken.has(one))) continue;
    const kept = before.filter((one) => taken.has(one));
    if (kept.length > 0) node.dependsOn = kept;
    else delete node.dependsOn;
    const path = ["nodes", at, "depends_on"];
    into.note(path, "changed", `It does not wait for nodes that were refused: ${JSON.stringify(names)}.`);
  }
}

function addNode(node: Record<string, unknown>, path: Path, into: Import): void {
  const id = into.id(textOf(node.id, "step"));
  const content = contentOf(node, path, into);
  if (!content) {
    return into.note(path, "refused", `The kind of "${textOf(node.id, "step")}" is not supported here.`);
  }
  const known = ["id", "depends_on", "trigger_rule", "prompt", "bash", "approval", "when", "title"];
  into.refuseOthers(node, path, known);
  const before = Array.isArray(node.depends_on) ? node.depends_on.map((each) => into.id(textOf(each))) : [];
  if (typeof node.when === "string") {
    into.note(
      [...path, "when"],
      "refused",
      `The condition "${node.when}" uses another language. Rewrite it.`,
    );
  }
  const rule = textOf(node.trigger_rule, "all_success");
  const join = Object.hasOwn(JOINS, rule) ? JOINS[rule] : undefined;
  if (!join) into.note([...path, "trigger_rule"], "changed", `"${rule}" became all_success.`);
  into.nodes.push({
    id,
    ...content,
    ...(before.length > 0 && { dependsOn: before }),
    ...(join && join !== "all_success" && { join }),
  });
}

function contentOf(node: Record<string, unknown>, path: Path, into: Import) {
  if (typeof node.prompt === "string") {
    if (/\$[A-Za-z_{]/.test(node.prompt)) {
      into.note([...path, "prompt"], "changed", "Its $names are unchanged. Write them as ${{ … }}.");
    } else into.note([...path, "prompt"], "imported", "A prompt.");
    return { kind: "prompt", with: { content: node.prompt } };
  }
  if (typeof node.bash === "string") {
    if (/\$[a-z_]+\.output|\$ARGUMENTS|\$\{?[A-Z_]*ARTIFACTS/.test(node.bash)) {
      into.note(
        [...path, "bash"],
        "refused",
        "The command contains values. Pass them with env and rewrite it.",
      );
      return null;
    }
    into.note([...path, "bash"], "imported", "A command.");
    return { kind: "command", with: { command: node.bash } };
  }
  if (node.approval !== undefined) {
    const { message } = (node.approval ?? {}) as { message?: unknown };
    into.note([...path, "approval"], "imported", "An approval.");
    return { kind: "approval", with: { title: textOf(message, "Go on?").slice(0, 200) } };
  }
  return null;
}
