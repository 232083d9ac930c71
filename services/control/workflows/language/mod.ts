/** The meaning of a definition, and a parser that keeps positions. */
export { EvaluationBudget } from "./budget.ts";
export { messageOf, openCel } from "./cel.ts";
export { didYouMean } from "./closest.ts";
export { isHolding, type WorkflowDefinition, type WorkflowNode } from "./definition.ts";
export { millisecondsOf } from "../../../ground/kernel/duration.ts";
export { type Expression, ExpressionError, fromCel, loadExpressions } from "./expression.ts";
export { readSchema } from "./json_schema.ts";
export { isMoment } from "./rules.ts";
export { readSourceText } from "./source.ts";
