import type { Offer } from "./offer.ts";

/** How a machine reaches its tickets in a database. */
export type QueueAccess = {
  /** Its queue, which is also the name of its role. */
  name: string;
  /** The channel that says there is a new ticket; no other machine knows it. */
  wake: string;
  /** The address of the database with the machine's password; null if the machine has it. */
  url: string | null;
};

/** Where tickets are kept besides the requests that wait at the door. It may lose or repeat them: a claim decides. */
export type TicketSink = {
  /** Called after an offer was made, claimed, lost or ended; returns at once. */
  changed: (offer: Offer) => void;
  /** Returns how a machine reaches its tickets, with `renew` after making it a new password; null if it has to wait at the door. */
  access: (machineId: string, renew: boolean) => Promise<QueueAccess | null>;
  /** Called when a machine waits at the door: nothing is sent to its queue from then on. */
  leave: (machineId: string) => void;
  /** Called when a machine is revoked, in the unit that records it: its role ends once that is on disk. */
  expel: (machineId: string) => void;
};
