import { millisecondsOf } from "../../../ground/kernel/duration.ts";
import { isMoment } from "../language/rules.ts";
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
  { defaultStubs, startsAt }: Stubs,
  missing: Set<string>,
): unknown {
  if (node.kind === "wait" && !node.with.event) {
    return { waitedMs: millisecondsOf(String(content.for ?? "")) ?? untilMoment(content.until, startsAt) };
  }
  if (node.kind === "notify") return { notificationId: "none" };
  missing.add(path);
  return defaultStubs ? emptyOutput(node) : undefined;
}

/** Returns how long it is from the start until a moment; 0 if it has passed then, or is none. */
const untilMoment = (until: unknown, startsAt: string | undefined): number =>
  startsAt !== undefined && typeof until === "string" && isMoment(until)
    ? Math.max(0, Temporal.Instant.from(until).epochMilliseconds - Date.parse(startsAt))
    : 0;
