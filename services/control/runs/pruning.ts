import { pruneMarked } from "../../machine/repositories/mod.ts";

/** When the executor allows a prune, and what it does after one. */
type Executing = { isIdle: () => boolean; ended: () => void };

/** Removes unreferenced git objects, never while others are being created: those have no reference yet. */
export class Pruning {
  #isWanted = false;
  #underWay: Promise<void> | null = null;
  #creators = 0;

  constructor(
    readonly storageDirectory: string,
    readonly failed: (cause: unknown) => void,
    readonly executing: Executing = { isIdle: () => true, ended: () => {} },
  ) {}

  /** Resolves when the prune has ended that is under way; null if none is. */
  get underWay(): Promise<void> | null {
    return this.#underWay;
  }

  /** Prunes now, or as soon as nothing creates objects. */
  async prune(): Promise<void> {
    this.#isWanted = true;
    this.whenIdle();
    await this.#underWay;
  }

  /** Begins a prune that is wanted, if nothing creates objects. */
  whenIdle(): void {
    if (!this.#isWanted || this.#underWay || this.#creators > 0 || !this.executing.isIdle()) return;
    this.#isWanted = false;
    this.#underWay = pruneMarked(this.storageDirectory).catch(this.failed).finally(() => {
      this.#underWay = null;
      this.executing.ended();
    });
  }

  /** Does work that creates git objects: after a prune that is under way, and before the next one. */
  async creating<T>(work: () => Promise<T>): Promise<T> {
    while (this.#underWay) await this.#underWay;
    this.#creators++;
    try {
      return await work();
    } finally {
      this.#creators--;
      this.whenIdle();
    }
  }
}
