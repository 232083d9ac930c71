// Written by `deno task golden` from the list in routes/mod.ts; what is written here by hand is lost.
import type { Contract } from "../../routes/endpoint.ts";
import type { CommandDomain } from "./command.ts";

/** Loads the contract of one domain alone: the handlers behind `routes/mod.ts` would cost every command its start. */
// deno-fmt-ignore: one line each
export const CONTRACTS: Record<CommandDomain, () => Promise<Contract>> = {
  system: async () => (await import("../../routes/system/contract.ts" as string) as typeof import("../../routes/system/contract.ts")).system,
  backups: async () => (await import("../../routes/backups/contract.ts" as string) as typeof import("../../routes/backups/contract.ts")).backups,
  effects: async () => (await import("../../routes/effects/contract.ts" as string) as typeof import("../../routes/effects/contract.ts")).effects,
  runs: async () => (await import("../../routes/runs/contract.ts" as string) as typeof import("../../routes/runs/contract.ts")).runs,
  capsules: async () => (await import("../../routes/capsules/contract.ts" as string) as typeof import("../../routes/capsules/contract.ts")).capsules,
  taskSessions: async () => (await import("../../routes/task_sessions/contract.ts" as string) as typeof import("../../routes/task_sessions/contract.ts")).taskSessions,
  approvals: async () => (await import("../../routes/approvals/contract.ts" as string) as typeof import("../../routes/approvals/contract.ts")).approvals,
  automations: async () => (await import("../../routes/automations/contract.ts" as string) as typeof import("../../routes/automations/contract.ts")).automations,
  autonomy: async () => (await import("../../routes/autonomy/contract.ts" as string) as typeof import("../../routes/autonomy/contract.ts")).autonomy,
  capabilities: async () => (await import("../../routes/capabilities/contract.ts" as string) as typeof import("../../routes/capabilities/contract.ts")).capabilities,
  profiles: async () => (await import("../../routes/profiles/contract.ts" as string) as typeof import("../../routes/profiles/contract.ts")).profiles,
  changes: async () => (await import("../../routes/changes/contract.ts" as string) as typeof import("../../routes/changes/contract.ts")).changes,
  skills: async () => (await import("../../routes/skills/contract.ts" as string) as typeof import("../../routes/skills/contract.ts")).skills,
  planner: async () => (await import("../../routes/planner/contract.ts" as string) as typeof import("../../routes/planner/contract.ts")).planner,
  workflows: async () => (await import("../../routes/workflows/contract.ts" as string) as typeof import("../../routes/workflows/contract.ts")).workflows,
  projectContext: async () => (await import("../../routes/project_context/contract.ts" as string) as typeof import("../../routes/project_context/contract.ts")).projectContext,
  research: async () => (await import("../../routes/research/contract.ts" as string) as typeof import("../../routes/research/contract.ts")).research,
  memory: async () => (await import("../../routes/memory/contract.ts" as string) as typeof import("../../routes/memory/contract.ts")).memory,
  workerMachines: async () => (await import("../../routes/worker_machines/contract.ts" as string) as typeof import("../../routes/worker_machines/contract.ts")).workerMachines,
  models: async () => (await import("../../routes/models/contract.ts" as string) as typeof import("../../routes/models/contract.ts")).models,
  notifications: async () => (await import("../../routes/notifications/contract.ts" as string) as typeof import("../../routes/notifications/contract.ts")).notifications,
  alerts: async () => (await import("../../routes/alerts/contract.ts" as string) as typeof import("../../routes/alerts/contract.ts")).alerts,
  secrets: async () => (await import("../../routes/secrets/contract.ts" as string) as typeof import("../../routes/secrets/contract.ts")).secrets,
  oauth: async () => (await import("../../routes/oauth/contract.ts" as string) as typeof import("../../routes/oauth/contract.ts")).oauth,
  devportal: async () => (await import("../../routes/devportal/contract.ts" as string) as typeof import("../../routes/devportal/contract.ts")).devportal,
  financelink: async () => (await import("../../routes/financelink/contract.ts" as string) as typeof import("../../routes/financelink/contract.ts")).financelink,
  commandCenter: async () => (await import("../../routes/command_center/contract.ts" as string) as typeof import("../../routes/command_center/contract.ts")).commandCenter,
  coordinator: async () => (await import("../../routes/coordinator/contract.ts" as string) as typeof import("../../routes/coordinator/contract.ts")).coordinator,
  audio: async () => (await import("../../routes/audio/contract.ts" as string) as typeof import("../../routes/audio/contract.ts")).audio,
  savedViews: async () => (await import("../../routes/saved_views/contract.ts" as string) as typeof import("../../routes/saved_views/contract.ts")).savedViews,
  search: async () => (await import("../../routes/search/contract.ts" as string) as typeof import("../../routes/search/contract.ts")).search,
  metrics: async () => (await import("../../routes/metrics/contract.ts" as string) as typeof import("../../routes/metrics/contract.ts")).metrics,
  trends: async () => (await import("../../routes/trends/contract.ts" as string) as typeof import("../../routes/trends/contract.ts")).trends,
  trials: async () => (await import("../../routes/trials/contract.ts" as string) as typeof import("../../routes/trials/contract.ts")).trials,
  dashboard: async () => (await import("../../routes/dashboard/contract.ts" as string) as typeof import("../../routes/dashboard/contract.ts")).dashboard,
};
