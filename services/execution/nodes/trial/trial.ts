import type { Base } from "../../../machine/repositories/mod.ts";
import type { ConfinedPlace } from "../../commands/run_confined.ts";
import type { WorkflowDefinition } from "../../../control/workflows/language/mod.ts";

/** A trial of a workflow on a copy of a repository; nothing of it stays. */
export type Trial = ConfinedPlace & {
  definition: WorkflowDefinition;
  base: Base;
};
