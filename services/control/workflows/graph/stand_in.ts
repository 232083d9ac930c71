import { millisecondsOf } from "../../../ground/kernel/duration.ts";
import { emptyOutput } from "./empty_output.ts";
import type { NodeDecision } from "./records.ts";
import { innermost, plainPath } from "./places.ts";
import type { Stubs } from "./trace.ts";

type Start = Extract<NodeDecision, { do: "start" }>;

/** Returns the stub of an execution, by its path or by that of its node, or undefined. */
export function stubOf({ path, attempt }: Start, { stubs }: Stubs, used: Set<string>): unknown {
  for (const [key, at] of [[path, attempt], [plainPath(path), innermost(path)]] as const) {
    if (!(key in stubs)) continue;
    used.add(key);
    const value = stubs[key];
    return Array.isArray(value) ? value[Math.min(Math.max(at, 1), value.length) - 1] : value;
  }
}

/** Returns the placeholder for an execution that has no stub and was not done. */
export function standIn(
  { path, node, content }: Start,
  { defaultStubs }: Stubs,
  missing: Set<string>,
): unknown {
  if (node.kind === "wait" && !node.with.event) {
    return { waitedMs: millisecondsOf(String(content.for ?? "")) ?? 0 };
  }
  if (node.kind === "notify") return { notificationId: "none" };
  missing.add(path);
  return defaultStubs ? emptyOutput(node) : undefined;
}
