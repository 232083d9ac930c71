import { truncateLog } from "../../store/erase.ts";
import { IdempotencyTable } from "../../store/idempotency.ts";
import type { StorageLock } from "../../store/lock.ts";
import type { Core } from "../kernel/context.ts";
import { IntegrityCheck, type IntegrityLive } from "../kernel/integrity.ts";
import { part } from "../kernel/part.ts";
import { StorageWatch } from "./storage_watch.ts";

const ANSWER_LIFETIME_MILLISECONDS = 24 * 60 * 60 * 1000;
const MAX_FORGOTTEN_ANSWERS = 10_000;

/** What the check of the database at start has found. */
export const integrity = part({ name: "integrity", open: () => new IntegrityCheck() });

/** The answers that are kept for requests that are sent again; after a day they are forgotten. */
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

/** Looks after the storage directory; `lock` is absent where the caller does not hold it, as in tests. */
export const storageWatch = part({
  name: "storageWatch",
  open: (service: Core & IntegrityLive, { lock }: { lock?: StorageLock }) => {
    const watch = new StorageWatch(service);
    return { start: () => lock && watch.start(lock), stop: () => watch.stop() };
  },
  start: (watch) => watch.start(),
  stop: (watch) => watch.stop(),
});
