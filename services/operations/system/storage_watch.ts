import { DATABASE_FILE } from "../../../store/mod.ts";
import { checkpoint, recordHead } from "../../../store/head_file.ts";
import { StorageError } from "../../../store/storage_error.ts";
import type { StorageLock } from "../../../store/lock.ts";
import { removedError } from "../../../store/in_place.ts";
import type { Core } from "../../ground/kernel/context.ts";
import type { IntegrityLive } from "../../ground/kernel/integrity.ts";

const INTERVAL_MILLISECONDS = 1_000;
/** Under load the head is recorded once in so many checks; without writes, at once. */
const MAX_LOOKS = 5;

/**
 * Monitors the storage directory while the service runs: stops all recording if it was removed or damaged, moves the
 * write-ahead log into the database when idle, and records how far the log goes.
 */
export class StorageWatch {
  #timer: ReturnType<typeof setInterval> | null = null;
  #seen = -1;
  #recorded = -1;
  #looks = 0;
  #told = false;
  #waits = false;

  constructor(readonly service: Core & IntegrityLive) {}

  /** Starts to check every second, and checks the database's pages in the background. */
  start(lock: Pick<StorageLock, "isHeld">): void {
    const { service } = this;
    this.#timer = setInterval(() => this.look(lock), INTERVAL_MILLISECONDS);
    const failed = (why: string) =>
      service.log.error(`The database could not be checked for damage. The check will be repeated: ${why}`);
    service.integrity.start(service.store.database.path, failed).then((found) => {
      if (found?.state === "damaged") this.#halt(damagedError(found.detail), true);
    }).catch((cause) => service.log.error("The check of the database failed", cause));
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.service.integrity.stop();
  }

  /** Checks once. Only what is on disk is recorded: if a batch is open, it checks right after that. */
  look(lock: Pick<StorageLock, "isHeld">): void {
    if (this.#waits) return;
    this.#waits = true;
    this.service.store.commits.betweenBatches(() => {
      this.#waits = false;
      this.#look(lock);
    });
  }

  #look(lock: Pick<StorageLock, "isHeld">): void {
    const { store } = this.service;
    if (store.commits.halted) return this.#tell();
    const cause = lock.isHeld() ? store.commits.verify("idle") : removedError("lock");
    if (cause) return this.#halt(cause, false);
    const head = store.chainHead.seq;
    const isIdle = head === this.#seen;
    this.#seen = head;
    if (head === this.#recorded || (!isIdle && ++this.#looks < MAX_LOOKS)) return;
    [this.#recorded, this.#looks] = [head, 0];
    try {
      if (isIdle) checkpoint(store.database);
      recordHead(store, true);
    } catch (cause) {
      this.service.log.error(
        `${DATABASE_FILE} could not be checkpointed, or its head could not be recorded`,
        cause,
      );
    }
  }

  #halt(cause: Error, readable: boolean): void {
    this.service.store.commits.halt({ cause, readable });
    this.#tell();
  }

  #tell(): void {
    const { store, log, config } = this.service;
    if (this.#told || store.commits.halted === null) return;
    this.#told = true;
    log.error(`${store.commits.halted.cause.message} (${config.storageDirectory})`);
  }
}

const damagedError = (found: string | null): StorageError =>
  new StorageError(
    `The database is damaged: ${found}. Nothing more is recorded, but intact data can still be read. Stop the service and restore a backup: agent-harness backup restore <backup> --to <directory>.`,
  );
