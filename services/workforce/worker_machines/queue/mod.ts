/**
 * The tickets of worker machines in a database.
 *
 * @module
 */
export { connectionOptions, reasonOf } from "./database.ts";
export { ticketQueueTrouble } from "./queue_log.ts";
