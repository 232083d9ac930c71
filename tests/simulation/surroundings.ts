import type { SimulatedMachines } from "./machines.ts";
import type { SimulatedMail } from "./mail.ts";
import type { SimulatedNetwork } from "./network.ts";
import type { Program } from "./programs.ts";

/** What a model knows besides answers: the time, the files of the repository, and the servers outside. */
export type Surroundings = {
  repoPath: string;
  /** What a file of the repository contains; null if there is none. */
  read: (path: string) => string | null;
  /** A person writes a file of the repository, or removes it with null. */
  write: (path: string, content: string | null) => void;
  now: () => Date;
  network: SimulatedNetwork;
  mail: SimulatedMail;
  machines: SimulatedMachines;
  /** A machine has said how its work on an assignment ended. */
  ended: (assignmentId: string) => void;
  /** The programs of connectors, by the first word of their command. */
  programs: Map<string, Program>;
  /** The storage directory of the service. */
  storage: string;
  /** Whether a run is held before a step, or where it is about to wait. */
  isHeld: (runId: string) => boolean;
  /** Whether an action of a connector is in progress, so that no other can begin. */
  isActing: () => boolean;
  /** The service is killed at so many points from now. */
  killIn: (points: number) => void;
  /** Goes on with what a backup restores. */
  restore: (backup: string) => Promise<void>;
};
