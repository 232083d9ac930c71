/**
 * What is offered to worker machines, and who holds what.
 *
 * @module
 */
export { isIndependent, madeBy } from "./independence.ts";
export { requireMachine } from "./known.ts";
export { labelsHere } from "./labels.ts";
export type { Lease } from "./lease.ts";
export type { MachinesLive } from "./machines.ts";
export { fits } from "./may_take.ts";
export type { Offer, TaskContent } from "./offer.ts";
export { isAnyTrusted, machinesFor, placementOf, verifyOnOf } from "./placement.ts";
