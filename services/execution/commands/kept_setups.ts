import { join } from "node:path";
import { sha256 } from "../../../store/chain.ts";
import { type ChangedPath, removeTree } from "../../machine/repositories/mod.ts";

/** What a setup command left in a worktree of one base. */
export type KeptSetup = {
  /** The worktree in which it ran. Its files may contain this path, so worktrees with a copy also appear there. */
  directory: string;
  /** The run that created it. */
  runId: string;
  /** Relative paths of what it added: whole directories where the base has nothing in them. */
  added: readonly string[];
  /** Files of the base that it changed or removed. */
  changed: readonly ChangedPath[];
  network: boolean;
  durationMilliseconds: number;
  /** Whether the command received secrets, which it may have left in its home directory. */
  secrets: boolean;
  /** Its disk usage: worktree and home directory. */
  bytes: number;
  output: string;
};

/** What a fresh worktree is given of a result. */
export type HandedOver = Pick<KeptSetup, "directory" | "added" | "changed" | "secrets">;

/** How many results are kept in addition to those in use. */
const MAX_KEPT = 8;
const UNUSED_MILLISECONDS = 7 * 24 * 60 * 60 * 1000;

type Entry = { directory: string; made: Promise<KeptSetup>; users: number; usedAt: number };

/** Returns the directory of all results. They do not outlive the service, since they are never synced to disk. */
export const setupsOf = (storageDirectory: string): string => join(storageDirectory, "setups");

/** Results of setup commands, created once per base, command and rule and then copied into worktrees. */
export class KeptSetups {
  readonly #entries = new Map<string, Entry>();
  #made = 0;

  constructor(readonly directory: string, readonly now: () => Date) {}

  /**
   * Calls `use` with the result for this key (repository, base, command, rules); `make` creates it in the given directory if it
   * is missing. Other callers wait for it; if creation fails, each of them tries on its own.
   *
   * @throws what `make` and `use` throw, and the signal's reason
   */
  async use<T>(
    { words, make, signal }: {
      words: readonly string[];
      make: (directory: string) => Promise<KeptSetup>;
      signal: AbortSignal;
    },
    use: (kept: KeptSetup) => Promise<T>,
  ): Promise<T> {
    const key = sha256(JSON.stringify(words)).slice(0, 32);
    for (;;) {
      const known = this.#entries.get(key);
      const entry = known ?? this.#begin(key, make);
      entry.users++;
      try {
        if (known && !await wasMade(known.made, signal)) continue;
        return await use(await entry.made);
      } finally {
        entry.users--;
        entry.usedAt = this.now().getTime();
        this.#prune();
      }
    }
  }

  #begin(key: string, make: (directory: string) => Promise<KeptSetup>): Entry {
    // Use a new name each time, since an earlier result with this key may be being removed.
    const directory = join(this.directory, `${key}-${++this.#made}`);
    const made = this.#make(key, directory, make);
    made.catch(() => {}); // its users get the error
    const entry = { directory, made, users: 0, usedAt: this.now().getTime() };
    this.#entries.set(key, entry);
    return entry;
  }

  async #make(
    key: string,
    directory: string,
    make: (directory: string) => Promise<KeptSetup>,
  ): Promise<KeptSetup> {
    try {
      await Deno.mkdir(directory, { recursive: true, mode: 0o700 });
      return await make(join(directory, "worktree"));
    } catch (cause) {
      this.#entries.delete(key);
      await removeTree(directory).catch(() => {}); // the next start removes it
      throw cause;
    }
  }

  /** Removes results that have not been used for long, and those above the limit. */
  #prune(): void {
    const free = [...this.#entries].filter(([, { users }]) => users === 0)
      .toSorted(([, a], [, b]) => b.usedAt - a.usedAt);
    const oldest = this.now().getTime() - UNUSED_MILLISECONDS;
    const old = free.filter(([, { usedAt }], at) => at >= MAX_KEPT || usedAt < oldest);
    for (const [key, { directory }] of old) {
      this.#entries.delete(key);
      removeTree(directory).catch(() => {}); // the next start removes it
    }
  }
}

/** Resolves with whether a result was made; rejects as soon as the waiting caller is stopped. */
async function wasMade(made: Promise<unknown>, signal: AbortSignal): Promise<boolean> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([promise, made.then(() => true, () => false)]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
