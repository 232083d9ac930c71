/**
 * What is offered to worker machines, and who holds what.
 *
 * @module
 */
export { requireMachine } from "./known.ts";
export type { MachinesLive } from "./machines.ts";
export type { Offer } from "./offer.ts";
