import { InvalidError } from "../../../ground/kernel/errors.ts";
import { checkInputs } from "../language/inputs.ts";
import type { NodeOf, WorkflowDefinition } from "../language/definition.ts";
import { type Expression, ExpressionError, type ExpressionScope } from "../language/expression.ts";
import { taintedWithin } from "../language/taint.ts";
import { type DecideFrame, isFrameDone, pathsOf } from "./containers.ts";
import type { GraphDecisions } from "./deciding.ts";
import { unhandledOf } from "./joins.ts";
import type { NodeRecord } from "./records.ts";
import { resolve } from "./resolve.ts";
import { dependenciesOf, expressionScopeOf, includedFrame, type NodeFrame } from "./scope.ts";
import { recordOf } from "../../../../store/shared/records.ts";

type Including = NodeOf<"workflow">;

/** Continues an included workflow, by its own defaults, to its outputs. */
export function decideIncluded(
  node: Including,
  outer: NodeFrame,
  { inputs = {} }: NodeRecord,
  deciding: GraphDecisions,
  decideFrame: DecideFrame,
): void {
  const { records, facts, parse, decisions } = deciding;
  const definition: WorkflowDefinition = node.included!;
  const path = outer.prefix + node.id;
  const dependsOn = dependenciesOf(node, outer);
  const frame = includedFrame(path, definition, inputs);
  const tainted = taintedWithin(node, definition, deciding.tainted, parse);
  if (!isFrameDone(frame, { ...deciding, definition, tainted }, decideFrame)) return;
  const failed = unhandledOf(frame, records);
  if (failed) {
    const detail = `"${failed.path}": ${failed.detail ?? "failed."}`;
    decisions.push({ do: "fail", path, node, detail, dependsOn });
    return;
  }
  const output = resolve(definition.outputs ?? {}, expressionScopeOf(frame, records, facts), parse);
  decisions.push({ do: "complete", path, node, output, dependsOn, merges: pathsOf(frame, records) });
}

/** Returns the inputs of an included workflow. Throws `ExpressionError` if they do not match its schema. */
export function inputsOf(
  node: Including,
  parse: (text: string) => Expression,
  scope: ExpressionScope,
): Readonly<Record<string, unknown>> {
  const given = recordOf(resolve(node.with.inputs ?? {}, scope, parse));
  try {
    return checkInputs(node.included!, given);
  } catch (cause) {
    if (cause instanceof InvalidError) throw new ExpressionError(cause.message);
    throw cause;
  }
}
