import { backupStream } from "../../store/backups/stream.ts";
import { contextFor, type Core, record } from "../kernel/context.ts";
import { type BackupThread, startBackupThread } from "./backup_thread.ts";
import { prune } from "./prune.ts";
import type { BackupRequest, BackupResult } from "./take.ts";

/** A backup that is being taken. */
type Current = { id: string; thread: BackupThread | null; ended: Promise<void> };

type End =
  | { type: "backup.completed"; data: BackupResult }
  | { type: "backup.failed"; data: { detail: string } };

/** What takes backups, as the rest of the service sees it. */
export type Backups = {
  /** The id of the backup that is being taken, or null. */
  readonly current: string | null;
  begin: (service: Core, request: BackupRequest) => void;
  start: (service: Core) => Promise<void>;
  settled: () => Promise<void>;
  stop: () => Promise<void>;
};

/** What a context carries of backups. */
export type BackupsLive = { backups: Backups };

/** Takes the backups that were asked for, one at a time, and records how each ended. */
export class BackupWork implements Backups {
  #current: Current | null = null;

  /** The id of the backup that is being taken, or null. */
  get current(): string | null {
    return this.#current?.id ?? null;
  }

  /** Records what a former process did not bring to its end. */
  async start(service: Core): Promise<void> {
    const ctx = contextFor(service, "system");
    for (const { id } of service.store.documents.find(backupStream, { status: "running" }, { limit: 100 })) {
      const detail =
        "The service stopped, or this store was restored from the backup, before it was recorded as complete.";
      record(ctx, backupStream, id, [{ type: "backup.interrupted", data: { detail } }]);
    }
    await ctx.settled();
  }

  /** Takes a backup once its start, which the caller's unit records, is on disk. Its end is recorded by itself. */
  begin(service: Core, request: BackupRequest): void {
    const current: Current = { id: request.id, thread: null, ended: Promise.resolve() };
    this.#current = current;
    current.ended = this.#take(service, request, current)
      .catch((cause) => service.log.error("The end of a backup could not be recorded", cause))
      .finally(() => {
        if (this.#current === current) this.#current = null;
      });
  }

  /** Resolves when no backup is being taken and the end of the last one is recorded. */
  async settled(): Promise<void> {
    await this.#current?.ended;
  }

  /** Ends the backup that is being taken; the next start records that it was interrupted. */
  async stop(): Promise<void> {
    const current = this.#current;
    this.#current = null;
    await current?.thread?.abandon();
  }

  async #take(service: Core, request: BackupRequest, current: Current): Promise<void> {
    await service.store.durable();
    const { id } = request;
    if (this.#current !== current || !service.store.documents.get(backupStream, id)) return;
    current.thread = startBackupThread(request);
    const end = await current.thread.result.then(
      (data): End => ({ type: "backup.completed", data }),
      (cause: Error): End => ({ type: "backup.failed", data: { detail: cause.message } }),
    );
    if (this.#current !== current) return;
    const ctx = contextFor(service, "system");
    record(ctx, backupStream, id, [end]);
    await ctx.settled();
    if (end.type === "backup.completed") await prune(ctx);
    else service.log.error(`The backup ${id} failed: ${end.data.detail}`);
  }
}
