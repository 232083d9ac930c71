import { removeStaging } from "./staging.ts";
import type { BackupAnswer } from "./backup_worker.ts";
import type { BackupRequest, BackupResult } from "./take.ts";

/** A backup that is being taken in a thread of its own, so that the service's loop does not stop for it. */
export type BackupThread = { result: Promise<BackupResult>; abandon: () => Promise<void> };

/** Starts taking a backup. `abandon` ends it and removes what there is of it; its result is never given then. */
export function startBackupThread(request: BackupRequest): BackupThread {
  const { promise, resolve, reject } = Promise.withResolvers<BackupResult>();
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
