import { inTurn } from "../../ground/kernel/in_turn.ts";

/** Allows one write to a repository at a time. */
const writing = new Map<string, Promise<unknown>>();

/** Writes to a repository's working tree after every earlier write to it has ended. */
export const withWriteLock = <T>(root: string, write: () => Promise<T>): Promise<T> =>
  inTurn(writing, root, write);
