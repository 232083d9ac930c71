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
  /**
   * A list in its order, newest first. Lists by id follow the clock: once that was set back and the service was started again, only
   * what is in them is compared.
   */
  inOrder: <Item extends { id: string }>(items: readonly Item[]) => readonly Item[];
};
