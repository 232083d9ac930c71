/** What comes next in a workflow, for the code that executes it. */
export { blastRadiusOf, onlyCommandsWrite } from "./blast_radius.ts";
export { namedWorkers, reachOf, startsRun } from "./reach.ts";
export { follow, type NextDecisions } from "./follow.ts";
export type { FailureCause, NodeRecord, NodeRecords, RaceChoice, RaceOutput, RunFacts } from "./records.ts";
export { reasonOf } from "./reasons.ts";
export { fenced } from "./resolve.ts";
export { pathsToRework } from "./rework.ts";
export { innermost, isPartOf, isTaintedAt, type LocatedNode, nodeAt, placeAt } from "./places.ts";
export { MAX_EXECUTIONS } from "./ready.ts";
export { fileSourcesOf, resultsOf } from "./sources.ts";
export type { DryRun } from "./trace.ts";
export { verdictOf } from "./verdict.ts";
export { type PossibleExecution, type StubbedResult, walk } from "./walk.ts";
