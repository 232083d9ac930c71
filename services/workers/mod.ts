/**
 * Whoever does the work of task sessions, found by names.
 *
 * @module
 */
export { candidatesOf, readyWorkers, resolveWorker } from "./resolve.ts";
