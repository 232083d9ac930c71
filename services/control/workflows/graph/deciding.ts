import type { WorkflowDefinition } from "../language/definition.ts";
import type { Expression } from "../language/expression.ts";
import type { DecisionProgress } from "./progress.ts";
import type { NodeDecision, NodeRecords, RunFacts } from "./records.ts";

/** The input and the output of decisions. */
export type GraphDecisions = {
  definition: WorkflowDefinition;
  facts: RunFacts;
  records: NodeRecords;
  parse: (text: string) => Expression;
  /** The ids of the nodes whose output came from outside. */
  tainted: ReadonlySet<string>;
  progress: DecisionProgress;
  decisions: NodeDecision[];
};
