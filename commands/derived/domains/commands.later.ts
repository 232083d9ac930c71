// Written by `deno task golden`.
import type { Domain } from "../command.ts";

/** Reads the commands of one domain. */
export const LOADERS: Readonly<Record<Domain, () => Promise<{ default: unknown }>>> = {
  system: () => import("./system.json" as string, { with: { type: "json" } }),
  backups: () => import("./backups.json" as string, { with: { type: "json" } }),
  runs: () => import("./runs.json" as string, { with: { type: "json" } }),
  taskSessions: () => import("./task_sessions.json" as string, { with: { type: "json" } }),
  approvals: () => import("./approvals.json" as string, { with: { type: "json" } }),
  automations: () => import("./automations.json" as string, { with: { type: "json" } }),
  autonomy: () => import("./autonomy.json" as string, { with: { type: "json" } }),
  capabilities: () => import("./capabilities.json" as string, { with: { type: "json" } }),
  profiles: () => import("./profiles.json" as string, { with: { type: "json" } }),
  changes: () => import("./changes.json" as string, { with: { type: "json" } }),
  skills: () => import("./skills.json" as string, { with: { type: "json" } }),
  planner: () => import("./planner.json" as string, { with: { type: "json" } }),
  workflows: () => import("./workflows.json" as string, { with: { type: "json" } }),
  projectContext: () => import("./project_context.json" as string, { with: { type: "json" } }),
  research: () => import("./research.json" as string, { with: { type: "json" } }),
  memory: () => import("./memory.json" as string, { with: { type: "json" } }),
  models: () => import("./models.json" as string, { with: { type: "json" } }),
  notifications: () => import("./notifications.json" as string, { with: { type: "json" } }),
  secrets: () => import("./secrets.json" as string, { with: { type: "json" } }),
  oauth: () => import("./oauth.json" as string, { with: { type: "json" } }),
  devportal: () => import("./devportal.json" as string, { with: { type: "json" } }),
  financelink: () => import("./financelink.json" as string, { with: { type: "json" } }),
  commandCenter: () => import("./command_center.json" as string, { with: { type: "json" } }),
  coordinator: () => import("./coordinator.json" as string, { with: { type: "json" } }),
  audio: () => import("./audio.json" as string, { with: { type: "json" } }),
  search: () => import("./search.json" as string, { with: { type: "json" } }),
  trends: () => import("./trends.json" as string, { with: { type: "json" } }),
  dashboard: () => import("./dashboard.json" as string, { with: { type: "json" } }),
};
