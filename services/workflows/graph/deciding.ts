import type { Definition } from "../language/definition.ts";
import type { Expression } from "../language/expression.ts";
import type { Decision, NodeRecords, RunFacts } from "./records.ts";

/** What decisions are made from, and where they are put. */
export type Deciding = {
  definition: Definition;
  facts: RunFacts;
  records: NodeRecords;
  parse: (text: string) => Expression;
  /** The ids of the nodes of the definition that give what came from outside. */
  tainted: ReadonlySet<string>;
  decisions: Decision[];
};
