import type { SimulatedNetwork } from "./network.ts";

/** What a model knows besides answers: the time, the files of the repository, and the servers outside. */
export type Surroundings = {
  repoPath: string;
  /** What a file of the repository contains; null if there is none. */
  read: (path: string) => string | null;
  now: () => Date;
  network: SimulatedNetwork;
  /** Goes on with what a backup restores. */
  restore: (backup: string) => Promise<void>;
};
