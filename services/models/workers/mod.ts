/** What other domains use of workers: who is ready, who does a model's work, and how foreign text is put before a model. */
export { material, newMark } from "./model/material.ts";
export { candidatesOf, readyWorkers, resolveWorker } from "./resolve.ts";
