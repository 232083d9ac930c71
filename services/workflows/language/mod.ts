/** What a definition means, for the code that executes it. */
export { type Definition, type WorkflowNode } from "./definition.ts";
export { millisecondsOf } from "./duration.ts";
export { type Expression, ExpressionError, loadExpressions } from "./expression.ts";
export { readSchema } from "./json_schema.ts";
