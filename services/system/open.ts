import { openArtifacts, openStore } from "../../store/mod.ts";
import type { Backups } from "../backups/work.ts";
import type { Service } from "../context.ts";
import { idSource } from "../ids.ts";
import type { Execution } from "../runs/execution.ts";
import { openSecrets } from "../secrets/open.ts";
import type { Config } from "./config.ts";
import { EventFeed } from "./event_feed.ts";
import { type Log, openLog } from "./log.ts";

/** What tests replace: where the log goes, and the clock. */
export type Opening = { log?: Log; now?: () => Date };

const NOTHING_YET: Execution = {
  prune: () => Promise.resolve(),
  halt: () => Promise.resolve(),
  settled: () => Promise.resolve(),
  isMoving: () => false,
  slots: () => ({ total: 0, busy: 0 }),
};

const NO_BACKUPS_YET: Backups = {
  current: null,
  begin: () => {},
  takeUp: () => Promise.resolve(),
  settled: () => Promise.resolve(),
  putDown: () => Promise.resolve(),
};

/**
 * Opens the store of a storage directory that the caller holds. What it gives is ready and idle: it has no endpoints, no
 * workers, and executes nothing until it is composed. `port` says where the service listens, once it does.
 */
export function openService(config: Config, port: () => number, parts: Opening = {}): Service {
  const now = parts.now ?? (() => new Date());
  const store = openStore(config.storageDirectory);
  const secrets = openSecrets(config);
  return {
    store,
    artifacts: openArtifacts(config.storageDirectory),
    config,
    workers: [],
    execution: NOTHING_YET,
    backups: NO_BACKUPS_YET,
    api: { operations: [], openapi: () => ({}), docs: () => "" },
    log: parts.log ?? openLog(config.storageDirectory, now, (text) => secrets.redactor.text(text)),
    ...secrets,
    feed: new EventFeed(store),
    port,
    holder: crypto.randomUUID(),
    startedAt: now(),
    now,
    newId: idSource(now, (bytes) => void crypto.getRandomValues(bytes)),
  };
}
