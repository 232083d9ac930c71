import { blockedByCommand } from "../../../ground/policy/commands.ts";
import { didYouMean } from "./closest.ts";
import type { NodeOf, WorkflowDefinition } from "./definition.ts";
import { checkEvent } from "./event_rule.ts";
import type { Expression } from "./expression.ts";
import type { Issues, Path } from "./issue.ts";
import { readSchema } from "./json_schema.ts";
import type { OrderedNode } from "./order.ts";

type Nodes = ReadonlyMap<string, OrderedNode>;
type Parse = (text: string) => Expression;

/** Checks the rules of one kind of node beyond its shape, and the schemas of the definition. */
export function checkRules(definition: WorkflowDefinition, nodes: Nodes, parse: Parse, issues: Issues): void {
  if (definition.inputs) checkSchema(definition.inputs, ["inputs"], issues);
  if (definition.defaults.retry?.on.includes("exit")) {
    const message = '"defaults.retry" repeats no command, and only a command fails with "exit".';
    const fix = 'Give each command that may run more than once its own "retry".';
    issues.warn(["defaults", "retry", "on"], "retry", message, { fix });
  }
  const declared = new Set(definition.hosts);
  for (const { node, path } of nodes.values()) {
    const within = [...path, "with"];
    switch (node.kind) {
      case "command":
        checkCommand(node, within, issues);
        break;
      case "prompt":
        if (node.with.outputSchema) checkSchema(node.with.outputSchema, [...within, "outputSchema"], issues);
        break;
      case "http_read":
        checkAddress(node, within, declared, issues);
        break;
      case "branch":
        checkBranch(node, within, nodes, issues);
        break;
      case "approval":
        checkApproval(node, within, nodes, issues);
        break;
      case "wait":
        checkMoment(node, within, issues);
        checkEvent(node, within, parse, issues);
        break;
    }
  }
}

function checkSchema(schema: Record<string, unknown>, path: Path, issues: Issues): void {
  const read = readSchema(schema);
  if ("fault" in read) issues.error(path, "schema", read.fault);
}

function checkCommand({ with: { command } }: NodeOf<"command">, path: Path, issues: Issues): void {
  const blocked = blockedByCommand(command);
  if (blocked) {
    const message = `"${blocked.program}" belongs to the class "${blocked.id}", which is blocked.`;
    issues.error([...path, "command"], "blocked_class", message);
  }
  const offset = command.indexOf("${{");
  if (offset < 0) return;
  issues.error(
    [...path, "command"],
    "command_text",
    "A command must not contain ${{ … }}, because values would become code.",
    {
      offset,
      fix: 'Put the value into "env" and use it as "$NAME" in the command.',
    },
  );
}

function checkAddress(
  { with: { url, secretHeader } }: NodeOf<"http_read">,
  path: Path,
  declared: ReadonlySet<string>,
  issues: Issues,
): void {
  const host = hostOf(url);
  if (host === null) {
    issues.error(
      [...path, "url"],
      "host",
      "The host of an address must be literal, without ${{ … }}.",
    );
  } else if (!declared.has(host)) {
    issues.error([...path, "url"], "host", `The host "${host}" is not declared.`, {
      fix: `Add it to "hosts" of the workflow.`,
    });
  }
  if (secretHeader && !url.startsWith("https://")) {
    issues.error([...path, "url"], "host", "A secret can only be sent over https.");
  }
}

/** Returns the host of an address; null if it is computed. */
export function hostOf(url: string): string | null {
  const authority = /^https?:\/\/([^/?#]*)/.exec(url)?.[1] ?? "";
  if (authority === "" || authority.includes("${{") || authority.includes("@")) return null;
  return authority.toLowerCase();
}

function checkBranch(
  { id, with: { cases, default: other } }: NodeOf<"branch">,
  path: Path,
  nodes: Nodes,
  issues: Issues,
) {
  const targets: [string, Path][] = [
    ...cases.map((each, at): [string, Path] => [each.id, [...path, "cases", at, "id"]]),
    ...(other === undefined ? [] : [[other, [...path, "default"]] satisfies [string, Path]]),
  ];
  for (const [target, at] of targets) {
    const found = nodes.get(target);
    if (found?.node.dependsOn.includes(id)) continue;
    const dependants = [...nodes.values()].filter(({ node }) => node.dependsOn.includes(id)).map((each) =>
      each.node.id
    );
    const fix = found ? `Let "${target}" depend on "${id}".` : didYouMean(target, dependants);
    const message = `A case must name a node that depends on "${id}", and "${target}" does not.`;
    issues.error(at, "case", message, fix ? { fix } : {});
  }
}

function checkApproval(
  { id, with: content }: NodeOf<"approval">,
  path: Path,
  nodes: Nodes,
  issues: Issues,
): void {
  if (content.form) checkSchema(content.form, [...path, "form"], issues);
  const upstream = nodes.get(id)!.upstream;
  content.show.forEach((name, at) => {
    if (upstream.has(name)) return;
    const fix = didYouMean(name, [...upstream]);
    issues.error(
      [...path, "show", at],
      "unknown_node",
      `"${name}" is not an earlier node.`,
      fix ? { fix } : {},
    );
  });
  const again = content.rework?.node;
  if (again === undefined) return;
  const siblings = nodes.get(again)?.parent === nodes.get(id)!.parent;
  if (upstream.has(again) && siblings) return;
  issues.error([...path, "rework", "node"], "unknown_node", `"${again}" is not an earlier node.`);
}

function checkMoment({ with: { until } }: NodeOf<"wait">, path: Path, issues: Issues): void {
  if (until === undefined || until.includes("${{") || isMoment(until)) return;
  issues.error([...path, "until"], "moment", `"${until}" is not a date and time.`, {
    fix: "Write one such as 2026-12-01T09:00:00Z.",
  });
}

/** Returns whether a text is a moment with its offset from UTC. */
export function isMoment(text: string): boolean {
  try {
    Temporal.Instant.from(text);
    return true;
  } catch {
    return false;
  }
}
