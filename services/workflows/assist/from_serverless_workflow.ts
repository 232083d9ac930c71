import { InvalidError } from "../../kernel/errors.ts";
import type { Path } from "../language/issue.ts";
import { hostOf } from "../language/rules.ts";
import { type Import, textOf } from "./import.ts";

type Task = Record<string, unknown>;

/** Converts a Serverless Workflow 1.x: shell commands, waits and reads of literal addresses, in order. */
export function fromServerlessWorkflow(
  value: Record<string, unknown>,
  into: Import,
): Record<string, unknown> {
  if (!Array.isArray(value.do)) {
    throw new InvalidError('A Serverless Workflow 1.x needs a list "do".');
  }
  into.refuseOthers(value, [], ["document", "do"]);
  const hosts = new Set<string>();
  value.do.forEach((entry, at) => {
    for (const [name, task] of Object.entries((entry ?? {}) as Record<string, unknown>)) {
      addTask(name, (task ?? {}) as Task, ["do", at, name], hosts, into);
    }
  });
  const { name, summary } = (value.document ?? {}) as { name?: unknown; summary?: unknown };
  return {
    name: textOf(name, "Imported workflow").slice(0, 100),
    ...(textOf(summary) && { description: textOf(summary).slice(0, 2_000) }),
    ...(hosts.size > 0 && { hosts: [...hosts] }),
  };
}

function addTask(name: string, task: Task, path: Path, hosts: Set<string>, into: Import): void {
  const content = contentOf(task, path, hosts, into);
  if (!content) return;
  const before = into.nodes.at(-1)?.id;
  into.nodes.push({ id: into.id(name), ...content, ...(before !== undefined && { dependsOn: [before] }) });
}

function contentOf(task: Task, path: Path, hosts: Set<string>, into: Import) {
  const shell = (task.run as { shell?: { command?: unknown } } | undefined)?.shell;
  if (typeof shell?.command === "string" && !shell.command.includes("${")) {
    into.refuseOthers(task, path, ["run"]);
    into.note([...path, "run"], "imported", "A command.");
    return { kind: "command", with: { command: shell.command } };
  }
  const time = typeof task.wait === "string" ? task.wait : durationOf(task.wait);
  if (time !== null) {
    into.note([...path, "wait"], "imported", "A wait.");
    return { kind: "wait", with: { for: time } };
  }
  const address = addressOf(task);
  const host = address === null ? null : hostOf(address);
  if (address !== null && host !== null && !address.includes("{")) {
    hosts.add(host);
    into.refuseOthers(task, path, ["call", "with"]);
    into.note([...path, "call"], "imported", "It reads an address.");
    return { kind: "http_read", with: { url: address, format: "json" } };
  }
  const [kind = "task"] = Object.keys(task);
  into.note(
    path,
    "refused",
    `"${kind}" is not supported here, or computes what must be literal in the definition.`,
  );
  return null;
}

function durationOf(wait: unknown): string | null {
  if (typeof wait !== "object" || wait === null) return null;
  const [days, hours, minutes, seconds] = ["days", "hours", "minutes", "seconds"].map((unit) =>
    Number(textOf((wait as Record<string, unknown>)[unit], "0"))
  ) as [number, number, number, number];
  return days + hours + minutes + seconds > 0 ? `P${days}DT${hours}H${minutes}M${seconds}S` : null;
}

function addressOf(task: Task): string | null {
  const { method, endpoint } = (task.with ?? {}) as { method?: unknown; endpoint?: unknown };
  if (task.call !== "http" || textOf(method).toLowerCase() !== "get") return null;
  const uri = typeof endpoint === "object" && endpoint !== null
    ? (endpoint as { uri?: unknown }).uri
    : endpoint;
  return typeof uri === "string" ? uri : null;
}
