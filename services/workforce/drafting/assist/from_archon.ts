import { InvalidError } from "../../../ground/kernel/errors.ts";
import type { Path } from "../../../control/workflows/language/issue.ts";
import { type Import, scalarTextOf } from "./import.ts";
import { questionFor } from "./statements.ts";
import { isRecord, recordOf } from "../../../../store/shared/records.ts";

const JOINS: Readonly<Record<string, string>> = {
  all_success: "all_success",
  one_success: "one_success",
  all_done: "all_done",
};

/** Converts an Archon workflow: its prompts, shell steps and approvals. */
export function fromArchon(value: Record<string, unknown>, into: Import): Record<string, unknown> {
  if (!Array.isArray(value.nodes)) throw new InvalidError('An Archon workflow needs a list "nodes".');
  value.nodes.forEach((node, at) => {
    if (isRecord(node)) addNode(node, ["nodes", at], into);
  });
  leaveOutRefused(value.nodes, into);
  const description = into.text(["description"], value.description, 2_000);
  return {
    name: into.text(["name"], value.name, 100) || "Imported workflow",
    ...(description !== "" && { description }),
  };
}

/** A node that waits for a refused one would wait for nothing. */
function leaveOutRefused(nodes: readonly unknown[], into: Import): void {
  const taken = new Set(into.nodes.map(({ id }) => id));
  for (const [at, each] of nodes.entries()) {
    const { id, depends_on: names } = recordOf(each);
    const node = into.nodes.find((one) => one.id === into.id(scalarTextOf(id, "step")));
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
  const content = contentOf(node, path, into);
  if (content === undefined) {
    return into.note(
      path,
      "refused",
      `The kind of "${scalarTextOf(node.id, "step")}" is not supported here.`,
    );
  }
  if (content === null) return;
  const before = Array.isArray(node.depends_on)
    ? node.depends_on.map((each) => into.id(scalarTextOf(each)))
    : [];
  into.use([...path, "id"], ...(Array.isArray(node.depends_on) ? [[...path, "depends_on"]] : []));
  if (typeof node.when === "string") {
    into.note(
      [...path, "when"],
      "refused",
      `The condition "${node.when}" uses another language. Rewrite it.`,
    );
  }
  const title = into.text([...path, "title"], node.title, 200);
  const rule = scalarTextOf(node.trigger_rule, "all_success");
  const join = Object.hasOwn(JOINS, rule) ? JOINS[rule] : undefined;
  if (!join) into.note([...path, "trigger_rule"], "changed", `"${rule}" became all_success.`);
  else into.use([...path, "trigger_rule"]);
  into.add(path, scalarTextOf(node.id, "step"), {
    ...content,
    ...(title !== "" && { title }),
    ...(before.length > 0 && { dependsOn: before }),
    ...(join && join !== "all_success" && { join }),
  });
}

/** Returns the content of a node; null if it was refused with a note, undefined for an unknown kind. */
function contentOf(node: Record<string, unknown>, path: Path, into: Import) {
  const [prompt, bash, message] = [[...path, "prompt"], [...path, "bash"], [
    ...path,
    "approval",
    "message",
  ]] as const;
  if (typeof node.prompt === "string" && node.prompt.trim() !== "") {
    const named = /\$[A-Za-z_{]/.test(node.prompt);
    const why = named ? "Its $names are unchanged. Write them as ${{ … }}." : "A prompt.";
    into.note(prompt, named ? "changed" : "imported", why);
    return { kind: "prompt", with: { content: node.prompt } };
  }
  if (typeof node.bash === "string") {
    if (/\$[a-z_]+\.output|\$ARGUMENTS|\$\{?[A-Z_]*ARTIFACTS|\$\{\{/.test(node.bash)) {
      into.note(path, "refused", "The command contains values. Pass them with env and rewrite it.");
      return null;
    }
    const command = into.command(path, node.bash);
    if (command === null) return null;
    into.note(bash, "imported", "A command.");
    return { kind: "command", with: { command } };
  }
  if (node.approval !== undefined) {
    const asked = scalarTextOf(recordOf(node.approval).message).trim();
    if (asked !== "") into.note(message, "imported", "An approval.");
    return { kind: "approval", with: questionFor(asked === "" ? "Go on?" : asked) };
  }
  return undefined;
}
