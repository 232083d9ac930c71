import { alerts } from "./alerts/contract.ts";
import { alertsHandlers } from "./alerts/handlers.ts";
import { approvals } from "./approvals/contract.ts";
import { approvalsHandlers } from "./approvals/handlers.ts";
import { audio } from "./audio/contract.ts";
import { audioHandlers } from "./audio/handlers.ts";
import { automations } from "./automations/contract.ts";
import { automationsHandlers } from "./automations/handlers.ts";
import { autonomy } from "./autonomy/contract.ts";
import { autonomyHandlers } from "./autonomy/handlers.ts";
import { backups } from "./backups/contract.ts";
import { backupsHandlers } from "./backups/handlers.ts";
import { capsules } from "./capsules/contract.ts";
import { capsulesHandlers } from "./capsules/handlers.ts";
import { capabilities } from "./capabilities/contract.ts";
import { capabilitiesHandlers } from "./capabilities/handlers.ts";
import { changes } from "./changes/contract.ts";
import { changesHandlers } from "./changes/handlers.ts";
import { commandCenter } from "./command_center/contract.ts";
import { commandCenterHandlers } from "./command_center/handlers.ts";
import { coordinator } from "./coordinator/contract.ts";
import { coordinatorHandlers } from "./coordinator/handlers.ts";
import { dashboard } from "./dashboard/contract.ts";
import { dashboardHandlers } from "./dashboard/handlers.ts";
import { devportal } from "./devportal/contract.ts";
import { devportalHandlers } from "./devportal/handlers.ts";
import { effects } from "./effects/contract.ts";
import { effectsHandlers } from "./effects/handlers.ts";
import { financelink } from "./financelink/contract.ts";
import { financelinkHandlers } from "./financelink/handlers.ts";
import { memory } from "./memory/contract.ts";
import { memoryHandlers } from "./memory/handlers.ts";
import { models } from "./models/contract.ts";
import { modelsHandlers } from "./models/handlers.ts";
import { notifications } from "./notifications/contract.ts";
import { notificationsHandlers } from "./notifications/handlers.ts";
import { profiles } from "./profiles/contract.ts";
import { profilesHandlers } from "./profiles/handlers.ts";
import { oauth } from "./oauth/contract.ts";
import { oauthHandlers } from "./oauth/handlers.ts";
import { planner } from "./planner/contract.ts";
import { plannerHandlers } from "./planner/handlers.ts";
import { projectContext } from "./project_context/contract.ts";
import { projectContextHandlers } from "./project_context/handlers.ts";
import { research } from "./research/contract.ts";
import { researchHandlers } from "./research/handlers.ts";
import { runs } from "./runs/contract.ts";
import { runsHandlers } from "./runs/handlers.ts";
import { savedViews } from "./saved_views/contract.ts";
import { savedViewsHandlers } from "./saved_views/handlers.ts";
import { search } from "./search/contract.ts";
import { searchHandlers } from "./search/handlers.ts";
import { secrets } from "./secrets/contract.ts";
import { secretsHandlers } from "./secrets/handlers.ts";
import { skills } from "./skills/contract.ts";
import { skillsHandlers } from "./skills/handlers.ts";
import { system } from "./system/contract.ts";
import { systemHandlers } from "./system/handlers.ts";
import { taskSessions } from "./task_sessions/contract.ts";
import { taskSessionsHandlers } from "./task_sessions/handlers.ts";
import { metrics } from "./metrics/contract.ts";
import { metricsHandlers } from "./metrics/handlers.ts";
import { trends } from "./trends/contract.ts";
import { trendsHandlers } from "./trends/handlers.ts";
import { trials } from "./trials/contract.ts";
import { trialsHandlers } from "./trials/handlers.ts";
import { workerMachines } from "./worker_machines/contract.ts";
import { workerMachinesHandlers } from "./worker_machines/handlers.ts";
import { workflows } from "./workflows/contract.ts";
import { workflowsHandlers } from "./workflows/handlers.ts";
import { type ContractsOf, domain, join, type Together } from "./domain.ts";

/**
 * Every domain with endpoints. A new domain needs two imports above and one line here. The order is that of
 * the API's description.
 */
export const DOMAINS = {
  system: domain(system, systemHandlers),
  backups: domain(backups, backupsHandlers),
  effects: domain(effects, effectsHandlers),
  runs: domain(runs, runsHandlers),
  capsules: domain(capsules, capsulesHandlers),
  taskSessions: domain(taskSessions, taskSessionsHandlers),
  approvals: domain(approvals, approvalsHandlers),
  automations: domain(automations, automationsHandlers),
  autonomy: domain(autonomy, autonomyHandlers),
  capabilities: domain(capabilities, capabilitiesHandlers),
  profiles: domain(profiles, profilesHandlers),
  changes: domain(changes, changesHandlers),
  skills: domain(skills, skillsHandlers),
  planner: domain(planner, plannerHandlers),
  workflows: domain(workflows, workflowsHandlers),
  projectContext: domain(projectContext, projectContextHandlers),
  research: domain(research, researchHandlers),
  memory: domain(memory, memoryHandlers),
  workerMachines: domain(workerMachines, workerMachinesHandlers),
  models: domain(models, modelsHandlers),
  notifications: domain(notifications, notificationsHandlers),
  alerts: domain(alerts, alertsHandlers),
  secrets: domain(secrets, secretsHandlers),
  oauth: domain(oauth, oauthHandlers),
  devportal: domain(devportal, devportalHandlers),
  financelink: domain(financelink, financelinkHandlers),
  commandCenter: domain(commandCenter, commandCenterHandlers),
  coordinator: domain(coordinator, coordinatorHandlers),
  audio: domain(audio, audioHandlers),
  savedViews: domain(savedViews, savedViewsHandlers),
  search: domain(search, searchHandlers),
  metrics: domain(metrics, metricsHandlers),
  trends: domain(trends, trendsHandlers),
  trials: domain(trials, trialsHandlers),
  dashboard: domain(dashboard, dashboardHandlers),
};

type Contracts = ContractsOf<typeof DOMAINS>;

/** Every endpoint of the service, by its key. */
export type Api = Together<Contracts>;

/** Every contract by domain, which groups the API description. */
export const contracts = Object.fromEntries(
  Object.entries(DOMAINS).map(([name, { contract }]) => [name, contract]),
) as Contracts;

/** Every endpoint of the service. */
export const api = join(DOMAINS, "contract") as Api;

/** The handler of each endpoint. */
export const handlers = join(DOMAINS, "handlers");
