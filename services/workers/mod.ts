/**
 * The workers of task sessions, found by name.
 *
 * @module
 */
export { candidatesOf, readyWorkers, resolveWorker } from "./resolve.ts";
export { Refusal } from "./builtin/actions/refusal.ts";
export { matchesGlob } from "./builtin/language/glob.ts";
export { pathOf } from "./model/tools/path.ts";
export { grep } from "./model/tools/search.ts";
export { performRecipe } from "./builtin/perform.ts";
