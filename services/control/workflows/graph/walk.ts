import { Pace } from "../../../ground/kernel/pace.ts";
import { EvaluationBudget } from "../language/budget.ts";
import type { WorkflowDefinition } from "../language/definition.ts";
import type { Expression } from "../language/expression.ts";
import { DecisionProgress } from "./progress.ts";
import { isExecuted, ready } from "./ready.ts";
import type { FailureCause, NodeDecision, NodeRecord, NodeRecords, RunFacts } from "./records.ts";
import { reasonOf, reasonOfStandIn } from "./reasons.ts";
import { plainPath } from "./places.ts";
import { pathsToRework } from "./rework.ts";
import { standIn, stubOf } from "./stand_in.ts";
import type { DryRun, Stubs, TraceStep } from "./trace.ts";
import { verdictOf } from "./verdict.ts";

type Start = Extract<NodeDecision, { do: "start" }>;
type Join = Extract<NodeDecision, { do: "complete" }>;

/** Something that may really be executed: a prompt or a command without a stub, or a combination of files. */
export type PossibleExecution = { decision: Start | Join; records: NodeRecords };

/** The result of executing it: an output, or an error; undefined if it was not done. */
export type StubbedResult =
  | { output: unknown; printed?: string }
  | { cause: FailureCause; detail: string }
  | undefined;

/** What all expressions of one walk may cost together, a few times what one may. */
const MAX_WORK = 8_000_000;

type Walk = {
  definition: WorkflowDefinition;
  records: Map<string, NodeRecord>;
  stubs: Stubs;
  trace: TraceStep[];
  used: Set<string>;
  missing: Set<string>;
  rounds: Map<string, number>;
  made: Set<string>;
  progress: DecisionProgress;
};
type Note = (
  status: TraceStep["status"],
  reason: string,
  resolved?: Record<string, unknown>,
  printed?: string,
) => void;

/**
 * Runs through a workflow with the same decisions as a run. It yields what may really be executed and receives the
 * result; otherwise a stub or an empty output is used.
 */
export async function* walk(
  definition: WorkflowDefinition,
  facts: RunFacts,
  parse: (text: string) => Expression,
  stubs: Stubs,
): AsyncGenerator<PossibleExecution, DryRun, StubbedResult> {
  const records = new Map<string, NodeRecord>();
  // All of it is computed in the time that one request has.
  const budget = new EvaluationBudget(MAX_WORK);
  const parseWithin = (text: string): Expression => {
    const expression = parse(text);
    return { ...expression, evaluate: (scope) => expression.evaluate(scope, budget) };
  };
  const walk: Walk = {
    definition,
    records,
    stubs: stubs,
    trace: [],
    used: new Set(),
    missing: new Set(),
    rounds: new Map(),
    made: new Set(),
    progress: new DecisionProgress(),
  };
  const pace = new Pace();
  let paused = false;
  for (;;) {
    await pace.breathe();
    const { made, progress } = walk;
    const outlook = ready({ definition, facts, records, parse: parseWithin, made, progress });
    if (outlook.state === "going") {
      for (const decision of outlook.decisions) paused = (yield* apply(decision, walk)) || paused;
      continue;
    }
    const unusedStubs = [...Object.keys(stubs.stubs), ...Object.keys(stubs.approvals)]
      .filter((path) => !walk.used.has(path));
    const found = { trace: walk.trace, missingStubs: [...walk.missing], unusedStubs };
    if (outlook.state === "waiting") {
      const reason = paused ? "Waiting for an approval." : "It waits.";
      return { status: "paused", reason, outputs: {}, ...found };
    }
    return outlook.status === "completed"
      ? { status: "completed", reason: "Every node ended.", outputs: outlook.outputs, ...found }
      : { status: "failed", reason: `"${outlook.path}": ${outlook.detail}`, outputs: {}, ...found };
  }
}

/** Applies one decision; returns true if a human would be waited for. */
function* apply(decision: NodeDecision, walk: Walk): Generator<PossibleExecution, boolean, StubbedResult> {
  const { path, node } = decision;
  const { records } = walk;
  const note: Note = (status, reason, resolved = {}, printed) =>
    walk.trace.push({
      id: `step_${walk.trace.length + 1}`,
      path,
      kind: node.kind,
      status,
      reason,
      resolved,
      ...(printed !== undefined && { printed }),
    });
  if (isExecuted(decision)) walk.made.add(path);
  switch (decision.do) {
    case "skip":
      records.set(path, { path, status: "skipped", detail: decision.why });
      note("skipped", decision.why);
      return false;
    case "open":
      records.set(path, { path, status: "going", ...decision.with });
      return false;
    case "complete": {
      const result = yield { decision, records };
      if (result && "detail" in result) {
        records.set(path, { path, status: "failed", ...result });
        note("failed", result.detail);
        return false;
      }
      records.set(path, { path, status: "completed", output: decision.output });
      note(
        "completed",
        decision.choice
          ? `${reasonOf(node, decision.output)} A human would be asked.`
          : reasonOf(node, decision.output),
      );
      return false;
    }
    case "fail":
      records.set(path, { path, status: "failed", cause: "other", detail: decision.detail });
      note("failed", decision.detail);
      return false;
    case "start":
      return node.kind === "approval" ? ask(decision, walk, note) : yield* perform(decision, walk, note);
  }
}

function* perform(
  decision: Start,
  walk: Walk,
  note: Note,
): Generator<PossibleExecution, false, StubbedResult> {
  const { path, node, content, attempt } = decision;
  const { records } = walk;
  let given = stubOf(decision, walk.stubs, walk.used);
  let came: StubbedResult;
  const isStubbed = given !== undefined;
  if (!isStubbed) {
    if (node.kind === "prompt" || node.kind === "command") came = yield { decision, records };
    given = came ? undefined : standIn(decision, walk.stubs, walk.missing);
  }
  const record: ReturnType<typeof verdictOf> = came
    ? "detail" in came ? { path, status: "failed", ...came } : verdictOf(path, node, came.output)
    : given === undefined
    ? { path, status: "failed", cause: "other", detail: `There is no stub for "${path}".` }
    : verdictOf(path, node, given);
  records.set(path, { ...record, attempts: attempt });
  const reason = record.detail ??
    (came ? "It was executed." : reasonOfStandIn(isStubbed, walk.missing.has(path)));
  note(record.status, reason, content, came && "printed" in came ? came.printed : undefined);
  return false;
}

function ask({ path, node, content }: Start, walk: Walk, note: Note): boolean {
  const round = walk.rounds.get(path) ?? 0;
  const key = path in walk.stubs.approvals ? path : plainPath(path);
  walk.used.add(key);
  const given = walk.stubs.approvals[key];
  const answer = Array.isArray(given) ? given[Math.min(round, given.length - 1)] : given ?? "approve";
  if (answer === "pause") {
    walk.records.set(path, { path, status: "going" });
    note("paused", "A human would be asked.", content);
    return true;
  }
  const rework = node.kind === "approval" ? node.with.rework : undefined;
  if (answer === "reject" && rework && round < rework.maxRounds) {
    walk.rounds.set(path, round + 1);
    note("skipped", `Rejected: rework from "${rework.node}", round ${round + 1}.`, content);
    walk.records.set(path, { path, status: "going" });
    for (const each of pathsToRework(walk.definition, path, rework.node, walk.records)) {
      walk.records.delete(each);
    }
    walk.progress.forget();
    return false;
  }
  const record = verdictOf(path, node, { decision: answer, note: "" });
  walk.records.set(path, record);
  const assumed = given === undefined ? "No answer was given: approved." : `Answered: ${answer}.`;
  note(record.status, assumed, content);
  return false;
}
