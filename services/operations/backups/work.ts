import { backupStream } from "../../../store/backups/stream.ts";
import { contextFor, type Core, type Ctx, record } from "../../ground/kernel/context.ts";
import { type BackupThread, startBackupThread } from "./backup_thread.ts";
import { prune } from "./prune.ts";
import { removeStaging } from "./staging.ts";
import type { BackupRequest, BackupResult } from "./take.ts";

/** A backup in progress. */
type Current = { id: string; thread: BackupThread | null; stopped: AbortController; ended: Promise<void> };

/** After how long the end of a backup is recorded again that could not be. */
const AGAIN_AFTER_MILLISECONDS = 5_000;

type End =
  | { type: "backup.completed"; data: BackupResult }
  | { type: "backup.failed"; data: { detail: string } };

/** The backups in progress, as the rest of the service sees them. */
export type Backups = {
  /** The id of the backup in progress, or null. */
  readonly current: string | null;
  begin: (service: Core, request: BackupRequest) => void;
  start: (service: Core) => Promise<void>;
  idle: () => Promise<void>;
  stop: () => Promise<void>;
};

/** What a context has for backups. */
export type BackupsLive = { backups: Backups };

/** Takes the requested backups, one at a time, and records how each ended. */
export class BackupWork implements Backups {
  #current: Current | null = null;

  /** The id of the backup in progress, or null. */
  get current(): string | null {
    return this.#current?.id ?? null;
  }

  /** Records that an earlier process did not finish a backup, and removes the copy of the database that it was made from. */
  async start(service: Core): Promise<void> {
    const ctx = contextFor(service, "system");
    const running = service.store.documents.find(backupStream, { status: "running" }, { limit: 100 });
    for (const { id, path } of running) {
      await removeStaging(path, id);
      const detail =
        "Before the backup was recorded as complete, the service stopped, or this store was restored from that backup.";
      record(ctx, backupStream, id, [{ type: "backup.interrupted", data: { detail } }]);
    }
    await ctx.settled();
  }

  /** Takes a backup once its start, which the caller's unit records, is on disk. Also records its end. */
  begin(service: Core, request: BackupRequest): void {
    const current: Current = {
      id: request.id,
      thread: null,
      stopped: new AbortController(),
      ended: Promise.resolve(),
    };
    this.#current = current;
    current.ended = this.#take(service, request, current)
      .catch((cause) => service.log.error("The end of a backup could not be recorded", cause))
      .finally(() => {
        if (this.#current === current) this.#current = null;
      });
  }

  /** Resolves when no backup is in progress and the end of the last one is recorded. */
  async idle(): Promise<void> {
    await this.#current?.ended;
  }

  /** Stops the backup in progress; the next start records that it was interrupted. */
  async stop(): Promise<void> {
    const current = this.#current;
    this.#current = null;
    current?.stopped.abort();
    await current?.thread?.abandon();
  }

  async #take(service: Core, request: BackupRequest, current: Current): Promise<void> {
    await service.store.durable();
    const { id } = request;
    if (this.#current !== current || !service.store.documents.get(backupStream, id)) return;
    current.thread = startBackupThread(request);
    const end = await current.thread.result.then(
      ({ chain: _, ...data }): End => ({ type: "backup.completed", data }),
      (cause: Error): End => ({ type: "backup.failed", data: { detail: cause.message } }),
    );
    if (this.#current !== current) return;
    const ctx = contextFor(service, "system");
    while (!await this.#recordEnd(ctx, id, end)) {
      if (service.store.commits.halted) return;
      if (
        !await service.pause(AGAIN_AFTER_MILLISECONDS, current.stopped.signal).then(() => true, () => false)
      ) {
        return;
      }
    }
    if (end.type === "backup.completed") {
      await prune(ctx).catch((cause) =>
        ctx.log.error("The removal of old backups could not be recorded", cause)
      );
    } else service.log.error(`The backup ${id} failed: ${end.data.detail}`);
  }

  /** Returns whether the end is on disk. A disk that is full for a while must not leave a backup that runs forever. */
  async #recordEnd(ctx: Ctx, id: string, end: End): Promise<boolean> {
    try {
      record(ctx, backupStream, id, [end]);
      await ctx.settled();
      return true;
    } catch (cause) {
      ctx.log.error(`The end of the backup ${id} could not be recorded`, cause);
      return false;
    }
  }
}
