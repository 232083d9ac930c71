import type { Retry, WorkflowDefinition, WorkflowNode } from "../language/definition.ts";
import { millisecondsOf } from "../../../ground/kernel/duration.ts";
import { ExpressionError } from "../language/expression.ts";
import { decideFanOut, decideLoop, decideRace, fanOutItemsOf } from "./containers.ts";
import type { GraphDecisions } from "./deciding.ts";
import { decideIncluded, inputsOf } from "./included.ts";
import { joinOf } from "./joins.ts";
import { isFinal, type NodeDecision, type NodeRecord } from "./records.ts";
import { resolveContent } from "./resolve.ts";
import { dependenciesOf, expressionScopeOf, type NodeFrame } from "./scope.ts";

/** Decides on every node of a frame that can continue. */
export function decideFrame(frame: NodeFrame, deciding: GraphDecisions): void {
  const again = new Set(
    frame.nodes.filter((node) => {
      const record = deciding.records.get(frame.prefix + node.id);
      return record && retryOf(node, record, deciding.definition) !== null;
    }).map(({ id }) => id),
  );
  for (const node of frame.nodes) {
    if (node.dependsOn.some((id) => again.has(id))) continue;
    try {
      decideNode(node, frame, deciding);
    } catch (cause) {
      if (!(cause instanceof ExpressionError)) throw cause;
      const path = frame.prefix + node.id;
      const detail = `An expression of the node has no value: ${cause.message}`;
      deciding.decisions.push({ do: "fail", path, node, detail, dependsOn: dependenciesOf(node, frame) });
    }
  }
}

function decideNode(node: WorkflowNode, frame: NodeFrame, deciding: GraphDecisions): void {
  const { records, decisions } = deciding;
  const path = frame.prefix + node.id;
  const record = records.get(path);
  if (record?.joining) return;
  if (record?.status === "going") {
    if (node.kind === "loop") decideLoop(node, frame, deciding, decideFrame);
    if (node.kind === "fan_out") decideFanOut(node, frame, record, deciding, decideFrame);
    if (node.kind === "race") decideRace(node, frame, deciding, decideFrame);
    if (node.kind === "workflow" && node.included) decideIncluded(node, frame, record, deciding, decideFrame);
    return;
  }
  if (record && isFinal(record)) {
    const retry = retryOf(node, record, deciding.definition);
    if (retry) decisions.push({ ...startOf(node, frame, deciding), ...retry });
    return;
  }
  const join = joinOf(node, frame, records);
  if (join.open === "later") return;
  if (join.open === "never") {
    decisions.push({ do: "skip", path, node, why: join.why });
    return;
  }
  const scope = expressionScopeOf(frame, records, deciding.facts);
  if (node.when !== undefined && !requireBoolean(deciding.parse(node.when).evaluate(scope), "when")) {
    decisions.push({ do: "skip", path, node, why: `"${node.when}" is false.` });
    return;
  }
  decisions.push(firstOf(node, frame, deciding));
}

/** Returns the first decision for a node that may run now. */
function firstOf(node: WorkflowNode, frame: NodeFrame, deciding: GraphDecisions): NodeDecision {
  const path = frame.prefix + node.id;
  const dependsOn = dependenciesOf(node, frame);
  const scope = expressionScopeOf(frame, deciding.records, deciding.facts);
  switch (node.kind) {
    case "branch": {
      const taken =
        node.with.cases.find(({ when }) => requireBoolean(deciding.parse(when).evaluate(scope), "when"))
          ?.id ?? node.with.default;
      return { do: "complete", path, node, output: { case: taken ?? "" }, dependsOn, merges: dependsOn };
    }
    case "loop":
    case "race":
      return { do: "open", path, node, dependsOn, with: {} };
    case "fan_out":
      return {
        do: "open",
        path,
        node,
        dependsOn,
        with: { items: fanOutItemsOf(node, deciding.parse, scope) },
      };
    case "workflow":
      if (!node.included) return startOf(node, frame, deciding);
      return { do: "open", path, node, dependsOn, with: { inputs: inputsOf(node, deciding.parse, scope) } };
    default:
      return startOf(node, frame, deciding);
  }
}

function startOf(
  node: WorkflowNode,
  frame: NodeFrame,
  deciding: GraphDecisions,
): Extract<NodeDecision, { do: "start" }> {
  const scope = expressionScopeOf(frame, deciding.records, deciding.facts);
  const { content, tainted } = resolveContent(node, scope, deciding.parse, (id) => deciding.tainted.has(id));
  const path = frame.prefix + node.id;
  const dependsOn = dependenciesOf(node, frame);
  return { do: "start", path, node, content, tainted, dependsOn, attempt: 1, delayMilliseconds: 0 };
}

/** Defaults: another attempt only if it cannot do harm. */
const DEFAULT_RETRY: Readonly<Partial<Record<WorkflowNode["kind"], Retry>>> = {
  prompt: { max: 2, backoff: "PT5S", factor: 2, maxBackoff: "PT10M", on: ["transient"] },
  http_read: { max: 2, backoff: "PT5S", factor: 2, maxBackoff: "PT10M", on: ["transient"] },
};

/** Returns whether a failed node is retried, and after how long. */
function retryOf(
  node: WorkflowNode,
  { status, cause, attempts = 1 }: NodeRecord,
  { defaults }: WorkflowDefinition,
): { attempt: number; delayMilliseconds: number } | null {
  const retry = node.retry ??
    (node.kind in DEFAULT_RETRY ? defaults.retry ?? DEFAULT_RETRY[node.kind] : undefined);
  if (status !== "failed" || !retry || !cause || cause === "other") return null;
  if (!retry.on.includes(cause) || attempts > retry.max) return null;
  const backoff = millisecondsOf(retry.backoff)! * retry.factor ** (attempts - 1);
  return { attempt: attempts + 1, delayMilliseconds: Math.min(backoff, millisecondsOf(retry.maxBackoff)!) };
}

/** A condition that is not a boolean is an error, never "false". */
function requireBoolean(value: unknown, what: string): boolean {
  if (typeof value === "boolean") return value;
  throw new ExpressionError(
    `"${what}" returned ${JSON.stringify(value)?.slice(0, 100)}, which is not true or false.`,
  );
}
