import { approvals } from "./approvals/contract.ts";
import { approvalsHandlers } from "./approvals/handlers.ts";
import { backups } from "./backups/contract.ts";
import { backupsHandlers } from "./backups/handlers.ts";
import { commandCenter } from "./command_center/contract.ts";
import { commandCenterHandlers } from "./command_center/handlers.ts";
import { coordinator } from "./coordinator/contract.ts";
import { coordinatorHandlers } from "./coordinator/handlers.ts";
import { dashboard } from "./dashboard/contract.ts";
import { dashboardHandlers } from "./dashboard/handlers.ts";
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
import { workflows } from "./workflows/contract.ts";
import { workflowsHandlers } from "./workflows/handlers.ts";
import { type ContractsOf, domain, join, type Together } from "./domain.ts";

/**
 * Every domain that has endpoints: its two imports above and its line here are all that a new one needs. The order is that of
 * the API's description.
 */
export const DOMAINS = {
  system: domain(system, systemHandlers),
  backups: domain(backups, backupsHandlers),
  runs: domain(runs, runsHandlers),
  taskSessions: domain(taskSessions, taskSessionsHandlers),
  approvals: domain(approvals, approvalsHandlers),
  workflows: domain(workflows, workflowsHandlers),
  projectContext: domain(projectContext, projectContextHandlers),
  memory: domain(memory, memoryHandlers),
  models: domain(models, modelsHandlers),
  notifications: domain(notifications, notificationsHandlers),
  secrets: domain(secrets, secretsHandlers),
  commandCenter: domain(commandCenter, commandCenterHandlers),
  coordinator: domain(coordinator, coordinatorHandlers),
  dashboard: domain(dashboard, dashboardHandlers),
};

type Contracts = ContractsOf<typeof DOMAINS>;

/** Every endpoint of the service, by its key. */
export type Api = Together<Contracts>;

/** Every contract by its domain: what groups the description of the API. */
export const contracts = Object.fromEntries(
  Object.entries(DOMAINS).map(([name, { contract }]) => [name, contract]),
) as Contracts;

/** Every endpoint of the service. */
export const api = join(DOMAINS, "contract") as Api;

/** The handler of each endpoint. */
export const handlers = join(DOMAINS, "handlers");
