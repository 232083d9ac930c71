import { InvalidError } from "../../kernel/errors.ts";
import type { Path } from "../language/issue.ts";
import type { Import } from "./import.ts";

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
  const name = String(value.name ?? "Imported workflow").slice(0, 100);
  return {
    name,
    ...(typeof value.description === "string" && { description: value.description.slice(0, 2_000) }),
  };
}

function addNode(node: Record<string, unknown>, path: Path, into: Import): void {
  const id = into.id(String(node.id ?? "step"));
  const content = contentOf(node, path, into);
  if (!content) return into.note(path, "refused", `The kind of "${node.id}" is not supported here.`);
  const known = ["id", "depends_on", "trigger_rule", "prompt", "bash", "approval", "when", "title"];
  into.refuseOthers(node, path, known);
  const before = Array.isArray(node.depends_on) ? node.depends_on.map((each) => into.id(String(each))) : [];
  if (typeof node.when === "string") {
    into.note(
      [...path, "when"],
      "refused",
      `The condition "${node.when}" uses another language. Rewrite it.`,
    );
  }
  const rule = String(node.trigger_rule ?? "all_success");
  const join = JOINS[rule];
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
    const { message } = (node.approval ?? {}) as { message?: string };
    into.note([...path, "approval"], "imported", "An approval.");
    return { kind: "approval", with: { title: String(message ?? "Go on?").slice(0, 200) } };
  }
  return null;
}
