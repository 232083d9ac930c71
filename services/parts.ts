import { alerts } from "./operations/alerts/part.ts";
import { applying } from "./control/approvals/part.ts";
import { audio } from "./conversation/audio/part.ts";
import { automations, schedules, webhooks } from "./execution/automations/part.ts";
import { backups } from "./operations/backups/part.ts";
import { combinations } from "./execution/forecasts/part.ts";
import { connectors } from "./workforce/connectors/part.ts";
import { dashboard } from "./operations/dashboard/part.ts";
import { execution, maxExecutions, nodeEvents, wakeWatch } from "./execution/executor/part.ts";
import type { Core, Ctx as ContextWith } from "./ground/kernel/context.ts";
import type { AllLive, AllOptions } from "./ground/kernel/part.ts";
import { financelink } from "./accounts/financelink/part.ts";
import { material } from "./ground/material/part.ts";
import { memory } from "./knowledge/memory/part.ts";
import { providerMonitor, providers } from "./sessions/models/part.ts";
import { profiles } from "./workforce/profiles/part.ts";
import { oauth } from "./accounts/oauth/part.ts";
import { outbound } from "./accounts/outbound/part.ts";
import { planner } from "./planning/planner/part.ts";
import { plannerActions } from "./planning/planner_actions/part.ts";
import { research } from "./knowledge/research/part.ts";
import { sandbox } from "./machine/processes/part.ts";
import { trials } from "./execution/trials/part.ts";
import { skills } from "./knowledge/skills/part.ts";
import { vault } from "./accounts/secrets/part.ts";
import { transcripts } from "./sessions/transcripts/part.ts";
import { traces } from "./operations/traces/part.ts";
import { measures } from "./operations/metrics/part.ts";
import {
  answers,
  heldLoop,
  integrity,
  scrubbing,
  storageWatch,
  verifications,
} from "./operations/system/part.ts";
import { machines, ticketQueue } from "./workforce/worker_machines/part.ts";
import { agentLimits, workers } from "./workforce/worker_kinds/part.ts";

/** Everything that lives as long as the service does, in the order in which it starts; it stops in reverse. */
export const PARTS = [
  integrity,
  heldLoop,
  measures,
  traces,
  verifications,
  sandbox,
  vault,
  outbound,
  oauth,
  financelink,
  material,
  audio,
  backups,
  providers,
  providerMonitor,
  workers,
  agentLimits,
  dashboard,
  transcripts,
  maxExecutions,
  machines,
  ticketQueue,
  execution,
  combinations,
  nodeEvents,
  webhooks,
  automations,
  schedules,
  memory,
  planner,
  plannerActions,
  research,
  answers,
  scrubbing,
  wakeWatch,
  applying,
  skills,
  profiles,
  connectors,
  trials,
  alerts,
  storageWatch,
] as const;

/** The whole service. */
export type Service = Core & AllLive<typeof PARTS>;

/** The context of a request: the service and who asks. */
export type ServiceCtx = ContextWith<Service>;

/** What a composition may replace of the parts. */
export type PartOptions = AllOptions<typeof PARTS>;
