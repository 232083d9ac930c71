import { z } from "zod";
import type { Definition, WorkflowNode } from "../language/definition.ts";
import { millisecondsOf } from "../language/duration.ts";
import type { Expression } from "../language/expression.ts";
import { emptyOutput } from "./empty_output.ts";
import { isExecuted, ready } from "./ready.ts";
import type { Decision, NodeRecord, RunFacts } from "./records.ts";
import { innermost, pathsToRework, plainPath } from "./rework.ts";
import { verdictOf } from "./verdict.ts";

/** What a human would say. */
export const answerSchema = z.enum(["approve", "reject", "pause"]);
type Answer = z.output<typeof answerSchema>;

/** What a dry run is given instead of the world. */
export type Stubs = {
  stubs: Readonly<Record<string, unknown>>;
  /** Whether nodes without a stub get an empty output. */
  defaultStubs: boolean;
  approvals: Readonly<Record<string, Answer | readonly Answer[]>>;
};

/** One step of a trace: what was decided about a node, and why. */
export type TraceStep = {
  id: string;
  path: string;
  kind: string;
  status: "completed" | "failed" | "skipped" | "paused";
  reason: string;
  resolved: Record<string, unknown>;
};

/** What a dry run found. */
export type DryRun = {
  status: "completed" | "failed" | "paused";
  reason: string;
  trace: TraceStep[];
  outputs: Record<string, unknown>;
  missingStubs: string[];
  unusedStubs: string[];
};

/** Goes through a workflow with stubs, by the same decisions as a run. Nothing is executed and nobody is asked. */
export function dryRun(
  definition: Definition,
  facts: RunFacts,
  parse: (text: string) => Expression,
  given: Stubs,
): DryRun {
  const records = new Map<string, NodeRecord>();
  const walk: Walk = {
    definition,
    records,
    given,
    trace: [],
    used: new Set(),
    missing: new Set(),
    rounds: new Map(),
    made: new Set(),
  };
  let paused = false;
  for (;;) {
    const outlook = ready({ definition, facts, records, parse, made: walk.made });
    if (outlook.state === "going") {
      for (const decision of outlook.decisions) paused = apply(decision, walk) || paused;
      continue;
    }
    const unusedStubs = [...Object.keys(given.stubs), ...Object.keys(given.approvals)]
      .filter((path) => !walk.used.has(path));
    const found = { trace: walk.trace, missingStubs: [...walk.missing], unusedStubs };
    if (outlook.state === "waiting") {
      const reason = paused ? "Waits for an approval." : "It waits.";
      return { status: "paused", reason, outputs: {}, ...found };
    }
    return outlook.status === "completed"
      ? { status: "completed", reason: "Every node ended.", outputs: outlook.outputs, ...found }
      : { status: "failed", reason: `"${outlook.path}": ${outlook.detail}`, outputs: {}, ...found };
  }
}

type Walk = {
  definition: Definition;
  records: Map<string, NodeRecord>;
  given: Stubs;
  trace: TraceStep[];
  used: Set<string>;
  missing: Set<string>;
  rounds: Map<string, number>;
  made: Set<string>;
};

/** Makes one decision come true; returns true where a human would be waited for. */
function apply(decision: Decision, walk: Walk): boolean {
  const { path, node } = decision;
  const { records } = walk;
  const note = (status: TraceStep["status"], reason: string, resolved: Record<string, unknown> = {}) =>
    walk.trace.push({ id: `step_${walk.trace.length + 1}`, path, kind: node.kind, status, reason, resolved });
  if (isExecuted(decision)) walk.made.add(path);
  switch (decision.do) {
    case "skip":
      records.set(path, { path, status: "skipped", detail: decision.why });
      note("skipped", decision.why);
      return false;
    case "open":
      records.set(path, { path, status: "going", ...(decision.items && { items: decision.items }) });
      return false;
    case "complete":
      records.set(path, { path, status: "completed", output: decision.output });
      note("completed", reasonOf(node, decision.output));
      return false;
    case "fail":
      records.set(path, { path, status: "failed", cause: "other", detail: decision.detail });
      note("failed", decision.detail);
      return false;
    case "start":
      return node.kind === "approval" ? ask(decision, walk, note) : perform(decision, walk, note);
  }
}

type Start = Extract<Decision, { do: "start" }>;
type Note = (status: TraceStep["status"], reason: string, resolved?: Record<string, unknown>) => void;

function perform({ path, node, content, attempt }: Start, walk: Walk, note: Note): boolean {
  const stub = stubOf(path, attempt, walk);
  const record = stub === undefined
    ? { path, status: "failed" as const, cause: "other" as const, detail: `There is no stub for "${path}".` }
    : verdictOf(path, node, stub);
  walk.records.set(path, { ...record, attempts: attempt });
  const reason = record.detail ??
    (walk.missing.has(path) ? "An empty output stood in for it." : "Its stub was used.");
  note(record.status as "completed" | "failed", reason, content);
  return false;

  function stubOf(path: string, attempt: number, { given, used, missing }: Walk): unknown {
    for (const [key, at] of [[path, attempt], [plainPath(path), innermost(path)]] as const) {
      if (!(key in given.stubs)) continue;
      used.add(key);
      const value = given.stubs[key];
      return Array.isArray(value) ? value[Math.min(Math.max(at, 1), value.length) - 1] : value;
    }
    if (node.kind === "wait" && !node.with.event) {
      return { waitedMs: millisecondsOf(String(content.for ?? "")) ?? 0 };
    }
    if (node.kind === "notify") return { notificationId: "none" };
    missing.add(path);
    return given.defaultStubs ? emptyOutput(node) : undefined;
  }
}

function ask({ path, node, content }: Start, walk: Walk, note: Note): boolean {
  const round = walk.rounds.get(path) ?? 0;
  const key = path in walk.given.approvals ? path : plainPath(path);
  walk.used.add(key);
  const given = walk.given.approvals[key];
  const answer = Array.isArray(given) ? given[Math.min(round, given.length - 1)] : given ?? "approve";
  if (answer === "pause") {
    walk.records.set(path, { path, status: "going" });
    note("paused", "A human would be asked.", content);
    return true;
  }
  const { rework } = node.with as { rework?: { node: string; maxRounds: number } };
  if (answer === "reject" && rework && round < rework.maxRounds) {
    walk.rounds.set(path, round + 1);
    note("skipped", `Rejected: rework from "${rework.node}", round ${round + 1}.`, content);
    walk.records.set(path, { path, status: "going" });
    for (const each of pathsToRework(walk.definition, path, rework.node, walk.records)) {
      walk.records.delete(each);
    }
    return false;
  }
  const record = verdictOf(path, node, { decision: answer, note: "" });
  walk.records.set(path, record);
  const assumed = given === undefined ? "No answer was given: approved." : `Answered: ${answer}.`;
  note(record.status as "completed" | "failed" | "skipped", assumed, content);
  return false;
}

function reasonOf(node: WorkflowNode, output: unknown): string {
  if (node.kind === "branch") return `It took "${(output as { case: string }).case}".`;
  if (node.kind === "loop") {
    return `It ended after ${(output as { iterations: number }).iterations} iterations.`;
  }
  return `It went through ${(output as unknown[]).length} items.`;
}
