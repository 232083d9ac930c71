import { removeStaging } from "./staging.ts";
import type { BackupAnswer } from "./backup_worker.ts";
import type { BackupRequest, TakenBackup } from "./take.ts";

/** A backup that is taken in a separate thread, so that the service's event loop is not blocked. */
export type BackupThread = { result: Promise<TakenBackup>; abandon: () => Promise<void> };

/** Starts a backup. `abandon` stops it and removes its files; it then never returns a result. */
export function startBackupThread(request: BackupRequest): BackupThread {
  const { promise, resolve, reject } = Promise.withResolvers<TakenBackup>();
  const worker = new Worker(import.meta.resolve("./backup_worker.ts"), { type: "module" });
  worker.onmessage = ({ data }: MessageEvent<BackupAnswer>) => {
    if ("result" in data) resolve(data.result);
    else reject(new Error(data.error));
  };
  worker.onerror = (event) => {
    event.preventDefault();
    reject(new Error(event.message));
  };
  worker.postMessage(request);
  return {
    result: promise.finally(() => worker.terminate()),
    abandon: async () => {
      worker.terminate();
      await removeStaging(request.path, request.id);
    },
  };
}
