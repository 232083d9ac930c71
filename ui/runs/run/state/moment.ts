import { type Signal, signal } from "@preact/signals";
import { createResource, type Resource } from "../../../kit/resource.ts";
import type { RunDetails } from "../../types.ts";

/** The moment at which a run is shown, and the run as it was then. */
export type MomentStore = {
  /** The sequence of an entry of the log; null for now. */
  readonly at: Signal<number | null>;
  /** Null for now. While another moment is read, it is the one before. */
  readonly run: Resource<RunDetails | null>;
  /** Shows the run as it was after an entry, or as it is. */
  show: (at: number | null) => void;
};

/** Returns the moment of a run's page, which begins now. */
export function createMoment(read: (at: number) => Promise<RunDetails>): MomentStore {
  const at = signal<number | null>(null);
  const run = createResource(async () => {
    const wanted = at.value;
    const then = wanted === null ? null : await read(wanted);
    return at.value === null ? null : then;
  });
  return {
    at,
    run,
    show: (next) => {
      if (at.value === next) return;
      at.value = next;
      void run.refresh();
    },
  };
}

/** Returns the moment in an address; null for now. */
export const momentOf = ({ at = "" }: Readonly<Record<string, string>>): number | null =>
  /^\d{1,15}$/.test(at) ? Number(at) : null;
