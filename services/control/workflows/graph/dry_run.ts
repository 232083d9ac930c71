import type { WorkflowDefinition } from "../language/definition.ts";
import type { Expression } from "../language/expression.ts";
import type { RunFacts } from "./records.ts";
import type { DryRun, Stubs } from "./trace.ts";
import { walk } from "./walk.ts";

/** Runs through a workflow with stubs, with the same decisions as a run. Nothing is executed or asked. */
export async function dryRun(
  definition: WorkflowDefinition,
  facts: RunFacts,
  parse: (text: string) => Expression,
  stubs: Stubs,
): Promise<DryRun> {
  const walking = walk(definition, facts, parse, stubs);
  let next = await walking.next();
  while (!next.done) next = await walking.next(undefined);
  return next.value;
}
