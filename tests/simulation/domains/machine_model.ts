import type { Machine } from "../machine.ts";

/** What the model knows of a machine. */
export class MachineModel {
  id = "";
  code: string | null = null;
  invitedUntil = 0;
  status: "invited" | "active" | "draining" | "revoked" = "invited";
  machine: Machine | null = null;
  /** Whether a person changes what it may do, and has no answer yet. */
  isChanging = false;
  /** When the service last heard it. */
  usedAt = 0;

  constructor(readonly name: string, public trust: string[]) {}

  /** What the coverage calls its state. */
  get state(): string {
    const how = this.machine?.isOff ? ", off" : this.machine?.isTroubled ? ", network in trouble" : "";
    return `${this.status}${this.trust.length === 0 ? ", not trusted" : ""}${how}`;
  }
}
