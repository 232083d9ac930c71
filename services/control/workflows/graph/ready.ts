import type { WorkflowDefinition } from "../language/definition.ts";
import type { Expression } from "../language/expression.ts";
import { ExpressionError } from "../language/expression.ts";
import { taintedNodes } from "../language/taint.ts";
import { decideFrame } from "./decide.ts";
import { isFinal, type NodeDecision, type NodeRecords, type Outlook, type RunFacts } from "./records.ts";
import { DecisionProgress } from "./progress.ts";
import { resolve } from "./resolve.ts";
import { expressionScopeOf, type NodeFrame } from "./scope.ts";
import { unhandledOf } from "./joins.ts";
import { recordOf } from "../../../../store/shared/records.ts";

/** The most executions of nodes in one run. The executor reads no more sessions than that. */
export const MAX_EXECUTIONS = 500;

/** Everything that the next decisions follow from. */
export type GraphState = {
  definition: WorkflowDefinition;
  facts: RunFacts;
  /** Whether the inputs came from outside. */
  inputsFromOutside?: boolean;
  records: NodeRecords;
  parse: (text: string) => Expression;
  /** The paths that were executed so far, including those that are to be done again. */
  made: ReadonlySet<string>;
  /** What earlier calls with these records found; the records of ended executions must not have changed since. */
  progress?: DecisionProgress;
  /** `MAX_EXECUTIONS` where it is left out. */
  maxExecutions?: number;
};

/**
 * Returns what follows from what is known, for the executor, for recovery and for the dry run alike. The order in which
 * executions ended changes no output.
 */
export function ready(
  {
    definition,
    facts,
    inputsFromOutside = false,
    records,
    parse,
    made,
    progress = new DecisionProgress(),
    maxExecutions = MAX_EXECUTIONS,
  }: GraphState,
): Outlook {
  const tainted = taintedNodes(definition.nodes, parse, inputsFromOutside);
  const frame: NodeFrame = { nodes: definition.nodes, prefix: "", names: {}, outer: null };
  const decisions: NodeDecision[] = [];
  decideFrame(frame, { facts, records, parse, definition, tainted, progress, decisions });
  if (decisions.length > 0) return bounded(decisions, made, maxExecutions);
  if (!definition.nodes.every(({ id }) => isFinal(records.get(id)))) return { state: "waiting" };
  const failed = unhandledOf(frame, records);
  if (failed) {
    return { state: "ended", status: "failed", path: failed.path, detail: failed.detail ?? "It failed." };
  }
  try {
    const scope = expressionScopeOf(frame, records, facts);
    const outputs = recordOf(resolve(definition.outputs ?? {}, scope, parse));
    return { state: "ended", status: "completed", outputs };
  } catch (cause) {
    if (!(cause instanceof ExpressionError)) throw cause;
    return { state: "ended", status: "failed", path: "outputs", detail: cause.message };
  }
}

/** An execution beyond the limit fails with a sentence; none is dropped silently. */
function bounded(decisions: NodeDecision[], made: ReadonlySet<string>, most: number): Outlook {
  let left = most - made.size;
  const within = decisions.map((decision): NodeDecision => {
    if (!isExecuted(decision) || made.has(decision.path) || left-- > 0) return decision;
    const { path, node } = decision;
    const detail = `A run executes at most ${most} nodes, and "${path}" would be one more.`;
    return { do: "fail", path, node, detail, dependsOn: [] };
  });
  return { state: "going", decisions: within };
}

/** Returns whether a decision creates a task session. */
export const isExecuted = ({ do: what }: NodeDecision): boolean => what === "start" || what === "complete";
