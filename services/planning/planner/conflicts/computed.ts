import { sha256 } from "../../../../store/chain.ts";
import type { Busy } from "./busy.ts";
import type { FoundConflict } from "./found.ts";

/** A conflict with its id and its fingerprint. Both are hashes, and most are never asked for. */
export class ComputedConflict<Found extends FoundConflict = FoundConflict> {
  #id: string | null = null;
  #fingerprint: string | null = null;

  constructor(readonly found: Found) {}

  /** A conflict always has the same id; a deadline at risk has that of its last task. */
  get id(): string {
    const { found } = this;
    return this.#id ??= `plc_${hashOf([found.kind, found.names ?? found.parts.map(nameOf).sort()], 26)}`;
  }

  /** Identifies the version that a person saw. */
  get fingerprint(): string {
    const { found } = this;
    return this.#fingerprint ??= hashOf([found.kind, found.parts.map(placeOf)], 32);
  }
}

const nameOf = ({ name }: Busy): string => name;
const placeOf = ({ key, start, end }: Busy) => [key, start, end];

const hashOf = (value: unknown, length: number): string => sha256(JSON.stringify(value)).slice(0, length);
