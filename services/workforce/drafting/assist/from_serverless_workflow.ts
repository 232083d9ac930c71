import { InvalidError } from "../../../ground/kernel/errors.ts";
import type { Path } from "../../../control/workflows/language/issue.ts";
import { millisecondsOf } from "../../../ground/kernel/duration.ts";
import { hostOf } from "../../../control/workflows/language/rules.ts";
import { ForeignValues } from "./foreign_values.ts";
import { type Import, scalarTextOf } from "./import.ts";
import { isRecord, recordOf } from "../../../../store/shared/records.ts";
import { mapTuple } from "../../../../store/shared/tuples.ts";

type Task = Record<string, unknown>;

/** Converts a Serverless Workflow 1.x: shell commands, waits and reads of literal addresses, in order. */
export function fromServerlessWorkflow(
  value: Record<string, unknown>,
  into: Import,
): Record<string, unknown> {
  if (!Array.isArray(value.do)) {
    throw new InvalidError('A Serverless Workflow 1.x needs a list "do".');
  }
  const hosts = new Set<string>();
  value.do.forEach((entry, at) => {
    for (const [name, task] of Object.entries(entry ?? {})) {
      addTask(name, recordOf(task), ["do", at, name], hosts, into);
    }
  });
  const { name, summary } = recordOf(value.document);
  // What the format itself needs means nothing here.
  into.use(...["dsl", "namespace", "version"].map((key) => ["document", key]));
  const description = into.text(["document", "summary"], summary, 2_000);
  return {
    name: into.text(["document", "name"], name, 100) || "Imported workflow",
    ...(description !== "" && { description }),
    ...(hosts.size > 0 && { hosts: [...hosts] }),
  };
}

function addTask(name: string, task: Task, path: Path, hosts: Set<string>, into: Import): void {
  const content = contentOf(task, path, hosts, into);
  if (!content) return;
  const before = into.nodes.at(-1)?.id;
  into.add(path, name, { ...content, ...(before !== undefined && { dependsOn: [before] }) });
}

/** Returns the content of a task; null if it was refused with a note. */
function contentOf(task: Task, path: Path, hosts: Set<string>, into: Import) {
  const shell = recordOf(recordOf(task.run).shell);
  if (typeof shell.command === "string") return shellOf(shell, path, into);
  const time = isDuration(task.wait) ? task.wait : durationOf(task.wait);
  if (time !== null) {
    const place = [...path, "wait"];
    if (isDuration(task.wait)) into.note(place, "imported", "A wait.");
    else into.use(...UNITS.map((unit) => [...place, unit]));
    return { kind: "wait", with: { for: time } };
  }
  const address = addressOf(task);
  const host = address === null ? null : hostOf(address);
  if (address !== null && host !== null && !address.includes("{")) {
    hosts.add(host);
    into.note([...path, "call"], "imported", "It reads an address.");
    const isNested = typeof recordOf(task.with).endpoint === "object";
    into.use([...path, "with", "method"], [...path, "with", "endpoint", ...(isNested ? ["uri"] : [])]);
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

/** A command without its arguments or its standard input would do something else, so it is refused with those. */
function shellOf(shell: Task, task: Path, into: Import) {
  const path = [...task, "run", "shell"];
  const { command, arguments: args, stdin, environment } = shell;
  const words = args === undefined ? [] : wordsOf(args);
  const all = [command, ...words ?? [], JSON.stringify(environment ?? {})].join(" ");
  if (words === null || stdin !== undefined || all.includes("${")) {
    into.note(task, "refused", "The command has computed values, named arguments or stdin.");
    return null;
  }
  const quoted = words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`);
  const line = into.command(task, [command, ...quoted].join(" "));
  if (line === null) return null;
  into.note([...path, "command"], "imported", "A command.");
  into.use([...path, "arguments"]);
  const env = new ForeignValues(into).environment([...path, "environment"], environment);
  return { kind: "command", with: { command: line, ...(Object.keys(env).length > 0 && { env }) } };
}

/** Returns a list of texts, numbers and truth values as texts; null for anything else. */
const wordsOf = (args: unknown): string[] | null =>
  Array.isArray(args) && args.every((word) => typeof word !== "object") ? args.map(String) : null;

const UNITS = ["days", "hours", "minutes", "seconds"] as const;

const isDuration = (wait: unknown): wait is string =>
  typeof wait === "string" && millisecondsOf(wait) !== null;

function durationOf(wait: unknown): string | null {
  if (!isRecord(wait)) return null;
  const [days, hours, minutes, seconds] = mapTuple(UNITS, (unit) => Number(scalarTextOf(wait[unit], "0")));
  return days + hours + minutes + seconds > 0 ? `P${days}DT${hours}H${minutes}M${seconds}S` : null;
}

function addressOf(task: Task): string | null {
  const { method, endpoint } = recordOf(task.with);
  if (task.call !== "http" || scalarTextOf(method).toLowerCase() !== "get") return null;
  const uri = isRecord(endpoint) ? endpoint.uri : endpoint;
  return typeof uri === "string" ? uri : null;
}
