/** What other domains use of workers. */
export { readyWorkers, resolveWorker } from "./resolve.ts";
