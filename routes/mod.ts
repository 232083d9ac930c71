import { alertsDomain } from "./alerts/handlers.ts";
import { approvalsDomain } from "./approvals/handlers.ts";
import { audioDomain } from "./audio/handlers.ts";
import { automationsDomain } from "./automations/handlers.ts";
import { autonomyDomain } from "./autonomy/handlers.ts";
import { backupsDomain } from "./backups/handlers.ts";
import { capsulesDomain } from "./capsules/handlers.ts";
import { capabilitiesDomain } from "./capabilities/handlers.ts";
import { changesDomain } from "./changes/handlers.ts";
import { commandCenterDomain } from "./command_center/handlers.ts";
import { coordinatorDomain } from "./coordinator/handlers.ts";
import { dashboardDomain } from "./dashboard/handlers.ts";
import { devportalDomain } from "./devportal/handlers.ts";
import { effectsDomain } from "./effects/handlers.ts";
import { financelinkDomain } from "./financelink/handlers.ts";
import { memoryDomain } from "./memory/handlers.ts";
import { modelsDomain } from "./models/handlers.ts";
import { notificationsDomain } from "./notifications/handlers.ts";
import { profilesDomain } from "./profiles/handlers.ts";
import { oauthDomain } from "./oauth/handlers.ts";
import { plannerDomain } from "./planner/handlers.ts";
import { projectContextDomain } from "./project_context/handlers.ts";
import { researchDomain } from "./research/handlers.ts";
import { runsDomain } from "./runs/handlers.ts";
import { savedViewsDomain } from "./saved_views/handlers.ts";
import { searchDomain } from "./search/handlers.ts";
import { secretsDomain } from "./secrets/handlers.ts";
import { skillsDomain } from "./skills/handlers.ts";
import { systemDomain } from "./system/handlers.ts";
import { taskSessionsDomain } from "./task_sessions/handlers.ts";
import { metricsDomain } from "./metrics/handlers.ts";
import { trendsDomain } from "./trends/handlers.ts";
import { trialsDomain } from "./trials/handlers.ts";
import { workerMachinesDomain } from "./worker_machines/handlers.ts";
import { workflowsDomain } from "./workflows/handlers.ts";
import { type ContractsOf, join, type Together } from "./domain.ts";

/**
 * Every domain with endpoints. A new domain needs one import above and one line here. The order is that of
 * the API's description.
 */
export const DOMAINS = {
  system: systemDomain,
  backups: backupsDomain,
  effects: effectsDomain,
  runs: runsDomain,
  capsules: capsulesDomain,
  taskSessions: taskSessionsDomain,
  approvals: approvalsDomain,
  automations: automationsDomain,
  autonomy: autonomyDomain,
  capabilities: capabilitiesDomain,
  profiles: profilesDomain,
  changes: changesDomain,
  skills: skillsDomain,
  planner: plannerDomain,
  workflows: workflowsDomain,
  projectContext: projectContextDomain,
  research: researchDomain,
  memory: memoryDomain,
  workerMachines: workerMachinesDomain,
  models: modelsDomain,
  notifications: notificationsDomain,
  alerts: alertsDomain,
  secrets: secretsDomain,
  oauth: oauthDomain,
  devportal: devportalDomain,
  financelink: financelinkDomain,
  commandCenter: commandCenterDomain,
  coordinator: coordinatorDomain,
  audio: audioDomain,
  savedViews: savedViewsDomain,
  search: searchDomain,
  metrics: metricsDomain,
  trends: trendsDomain,
  trials: trialsDomain,
  dashboard: dashboardDomain,
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
