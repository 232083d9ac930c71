import type { Ctx } from "../services/parts.ts";
import { approvals } from "./approvals/contract.ts";
import { approvalsHandlers } from "./approvals/handlers.ts";
import { backups } from "./backups/contract.ts";
import { backupsHandlers } from "./backups/handlers.ts";
import { commandCenter } from "./coordinator/command_center/contract.ts";
import { commandCenterHandlers } from "./coordinator/command_center/handlers.ts";
import { coordinator } from "./coordinator/contract.ts";
import { coordinatorHandlers } from "./coordinator/handlers.ts";
import { dashboard } from "./dashboard/contract.ts";
import { dashboardHandlers } from "./dashboard/handlers.ts";
import type { Handlers } from "./endpoint.ts";
import { memory } from "./memory/contract.ts";
import { memoryHandlers } from "./memory/handlers.ts";
import { models } from "./models/contract.ts";
import { modelsHandlers } from "./models/handlers.ts";
import { notifications } from "./notifications/contract.ts";
import { notificationsHandlers } from "./notifications/handlers.ts";
import { projectContext } from "./project_context/contract.ts";
import { projectContextHandlers } from "./project_context/handlers.ts";
import { runs } from "./runs/contract.ts";
import { runsHandlers } from "./runs/handlers.ts";
import { secrets } from "./secrets/contract.ts";
import { secretsHandlers } from "./secrets/handlers.ts";
import { system } from "./system/contract.ts";
import { systemHandlers } from "./system/handlers.ts";
import { taskSessions } from "./task_sessions/contract.ts";
import { taskSessionsHandlers } from "./task_sessions/handlers.ts";

/** Every contract by its domain: what groups the description of the API. */
export const contracts = {
  system,
  backups,
  runs,
  taskSessions,
  approvals,
  projectContext,
  memory,
  models,
  notifications,
  secrets,
  commandCenter,
  coordinator,
  dashboard,
};

/** Every endpoint of the service. */
export const api = {
  ...system,
  ...backups,
  ...runs,
  ...taskSessions,
  ...approvals,
  ...projectContext,
  ...memory,
  ...models,
  ...notifications,
  ...secrets,
  ...commandCenter,
  ...coordinator,
  ...dashboard,
};
export type Api = typeof api;

/** A declared endpoint without a handler does not compile. */
export const handlers: Handlers<Api, Ctx> = {
  ...systemHandlers,
  ...backupsHandlers,
  ...runsHandlers,
  ...taskSessionsHandlers,
  ...approvalsHandlers,
  ...projectContextHandlers,
  ...memoryHandlers,
  ...modelsHandlers,
  ...notificationsHandlers,
  ...secretsHandlers,
  ...commandCenterHandlers,
  ...coordinatorHandlers,
  ...dashboardHandlers,
};
