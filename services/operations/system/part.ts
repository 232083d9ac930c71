import { truncateLog } from "../../../store/erase.ts";
import { IdempotencyTable } from "../../../store/idempotency.ts";
import type { StorageLock } from "../../../store/lock.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { IntegrityCheck, type IntegrityLive } from "../../ground/kernel/integrity.ts";
import { inParts } from "../../ground/kernel/in_parts.ts";
import { part } from "../../ground/kernel/part.ts";
import { HeldLoop } from "./held_loop.ts";
import { Scrubbing } from "./scrubbing.ts";
import { StorageWatch } from "./storage_watch.ts";
import { VerificationWork } from "./verification/work.ts";
import { DAY } from "../../../store/shared/durations.ts";

const ANSWER_LIFETIME_MILLISECONDS = DAY;

/** The result of the database check at start. */
export const integrity = part({ name: "integrity", open: () => new IntegrityCheck() });

/** What held the event loop; who watches the loop adds to it. */
export const heldLoop = part({ name: "heldLoop", open: () => new HeldLoop() });

/** Verifies storage directories, one at a time. */
export const verifications = part({
  name: "verifications",
  open: () => new VerificationWork(),
  start: (work, service) => work.start(service),
  stop: (work) => work.stop(),
});

/** Responses that are kept for repeated requests; they are deleted after a day. */
export const answers = part({
  name: "answers",
  tidy: async (ctx) => {
    const before = new Date(ctx.now().getTime() - ANSWER_LIFETIME_MILLISECONDS).toISOString();
    const kept = new IdempotencyTable(ctx.store.database);
    return { forgottenAnswers: (await inParts(ctx, (most) => kept.forget(before, most))).done };
  },
  clean: async ({ store }) => void await truncateLog(store),
});

/** Removes traces of erased text. */
export const scrubbing = part({
  name: "scrubbing",
  open: (service: Core) => new Scrubbing(service),
  start: (each) => each.start(),
  stop: (each) => each.stop(),
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
