import { openArtifacts, openStore } from "../../store/mod.ts";
import type { Backups } from "../backups/work.ts";
import type { Service } from "../context.ts";
import { idSource } from "../ids.ts";
import { NO_MONITOR_YET, NO_PROVIDERS_YET } from "../models/not_composed.ts";
import { type Pause, pause } from "../pause.ts";
import type { SandboxState } from "../processes/sandbox/mod.ts";
import type { Execution } from "../runs/execution.ts";
import { openSecrets } from "../secrets/open.ts";
import type { Config } from "./config.ts";
import { EventFeed } from "./event_feed.ts";
import { type Log, openLog } from "./log.ts";

/** What tests replace: where the log goes, the clock, and how long a wait takes. */
export type Opening = { log?: Log; now?: () => Date; startedAt?: Date; pause?: Pause };

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

const NOT_PROBED: SandboxState = {
  available: false,
  reason: "The service has just started and has not found out yet whether they can be.",
  fix: "Ask again in a moment.",
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
    providers: NO_PROVIDERS_YET,
    providerMonitor: NO_MONITOR_YET,
    agentLimits: {},
    dashboard: { file: () => Promise.resolve(null) },
    sandbox: { state: NOT_PROBED, find: () => Promise.resolve(NOT_PROBED) },
    api: { operations: [], openapi: () => ({}), docs: () => "" },
    log: parts.log ?? openLog(config.storageDirectory, now, (text) => secrets.redactor.text(text)),
    ...secrets,
    feed: new EventFeed(store),
    port,
    holder: crypto.randomUUID(),
    startedAt: parts.startedAt ?? now(),
    now,
    pause: parts.pause ?? pause,
    newId: idSource(now, (bytes) => void crypto.getRandomValues(bytes)),
  };
}
