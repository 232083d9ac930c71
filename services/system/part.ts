import { truncateLog } from "../../store/erase.ts";
import { IdempotencyTable } from "../../store/idempotency.ts";
import type { StorageLock } from "../../store/lock.ts";
import type { Core } from "../kernel/context.ts";
import { IntegrityCheck, type IntegrityLive } from "../kernel/integrity.ts";
import { part } from "../kernel/part.ts";
import { StorageWatch } from "./storage_watch.ts";

const ANSWER_LIFETIME_MILLISECONDS = 24 * 60 * 60 * 1000;
const MAX_FORGOTTEN_ANSWERS = 10_000;

/** The result of the database check at start. */
export const integrity = part({ name: "integrity", open: () => new IntegrityCheck() });

/** Responses that are kept for repeated requests; they are deleted after a day. */
export const answers = part({
  name: "answers",
  tidy: (ctx) => {
    const before = new Date(ctx.now().getTime() - ANSWER_LIFETIME_MILLISECONDS).toISOString();
    return {
      forgottenAnswers: new IdempotencyTable(ctx.store.database).forget(before, MAX_FORGOTTEN_ANSWERS),
    };
  },
  clean: ({ store }) => truncateLog(store),
});

/** Monitors the storage directory; `lock` is absent if the caller does not hold it, as in tests. */
export const storageWatch = part({
  name: "storageWatch",
  open: (service: Core & IntegrityLive, { lock }: { lock?: StorageLock }) => {
    const watch = new StorageWatch(service);
    return { start: () => lock && watch.start(lock), stop: () => watch.stop() };
  },
  start: (watch) => watch.start(),
  stop: (watch) => watch.stop(),
});
