/**
 * What other domains use of workers: who is found by a name, who is ready, and how foreign text is put before a model.
 *
 * @module
 */
export { material, newMark } from "./model/material.ts";
export { candidatesOf, readyWorkers, resolveWorker } from "./resolve.ts";
