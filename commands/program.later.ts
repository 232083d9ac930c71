import type { Define } from "./definition.ts";

/**
 * The hand-written commands in the order of the help; each is loaded only for itself or for help. Two words name one in a group
 * of derived commands.
 */
// deno-fmt-ignore: one line each
export const HAND_WRITTEN: Record<string, () => Promise<Define>> = {
  demo: async () => (await import("./demo.ts" as string) as typeof import("./demo.ts")).defineDemo,
  init: async () => (await import("./init.ts" as string) as typeof import("./init.ts")).defineInit,
  serve: async () => (await import("./serve.ts" as string) as typeof import("./serve.ts")).defineServe,
  worker: async () => (await import("./worker.ts" as string) as typeof import("./worker.ts")).defineWorker,
  stop: async () => (await import("./stop.ts" as string) as typeof import("./stop.ts")).defineStop,
  doctor: async () => (await import("./doctor.ts" as string) as typeof import("./doctor.ts")).defineDoctor,
  connect: async () => (await import("./connect.ts" as string) as typeof import("./connect.ts")).defineConnect,
  disconnect: async () => (await import("./disconnect.ts" as string) as typeof import("./disconnect.ts")).defineDisconnect,
  run: async () => (await import("./run.ts" as string) as typeof import("./run.ts")).defineRun,
  watch: async () => (await import("./watch.ts" as string) as typeof import("./watch.ts")).defineWatch,
  next: async () => (await import("./next.ts" as string) as typeof import("./next.ts")).defineNext,
  enter: async () => (await import("./enter.ts" as string) as typeof import("./enter.ts")).defineEnter,
  "hand-back": async () => (await import("./hand_back.ts" as string) as typeof import("./hand_back.ts")).defineHandBack,
  review: async () => (await import("./review.ts" as string) as typeof import("./review.ts")).defineReview,
  race: async () => (await import("./race.ts" as string) as typeof import("./race.ts")).defineRace,
  search: async () => (await import("./search.ts" as string) as typeof import("./search.ts")).defineSearch,
  status: async () => (await import("./status.ts" as string) as typeof import("./status.ts")).defineStatus,
  logs: async () => (await import("./logs.ts" as string) as typeof import("./logs.ts")).defineLogs,
  open: async () => (await import("./open.ts" as string) as typeof import("./open.ts")).defineOpen,
  mcp: async () => (await import("./mcp.ts" as string) as typeof import("./mcp.ts")).defineMcp,
  store: async () => (await import("./store.ts" as string) as typeof import("./store.ts")).defineStore,
  config: async () => (await import("./config.ts" as string) as typeof import("./config.ts")).defineConfig,
  backup: async () => (await import("./backup.ts" as string) as typeof import("./backup.ts")).defineBackup,
  audit: async () => (await import("./audit.ts" as string) as typeof import("./audit.ts")).defineAudit,
  capsule: async () => (await import("./capsule.ts" as string) as typeof import("./capsule.ts")).defineCapsule,
  replay: async () => (await import("./replay.ts" as string) as typeof import("./replay.ts")).defineReplay,
  service: async () => (await import("./service_unit.ts" as string) as typeof import("./service_unit.ts")).defineService,
  completions: async () => (await import("./completions.ts" as string) as typeof import("./completions.ts")).defineCompletions,
  "runs capsule": async () => (await import("./capsule/export.ts" as string) as typeof import("./capsule/export.ts")).defineExport,
  "trial start": async () => (await import("./trial/start.ts" as string) as typeof import("./trial/start.ts")).defineStart,
  "trial show": async () => (await import("./trial/show.ts" as string) as typeof import("./trial/show.ts")).defineShow,
  "workflows validate": async () => (await import("./workflows/validate.ts" as string) as typeof import("./workflows/validate.ts")).defineValidate,
  "workflows test": async () => (await import("./workflows/test.ts" as string) as typeof import("./workflows/test.ts")).defineTest,
  "workflows diff": async () => (await import("./workflows/diff.ts" as string) as typeof import("./workflows/diff.ts")).defineDiff,
  version: async () => (await import("./version.ts" as string) as typeof import("./version.ts")).defineVersion,
};

/** The commands derived from the contracts, loaded if no hand-written one was named. */
// deno-fmt-ignore: one line each
export const DERIVED = {
  commands: () => import("./derived/commands.ts" as string) as Promise<typeof import("./derived/commands.ts")>,
  words: () => import("./derived/in_commands.ts" as string) as Promise<typeof import("./derived/in_commands.ts")>,
  define: () => import("./derived/define.ts" as string) as Promise<typeof import("./derived/define.ts")>,
};
