import { alerts } from "./alerts/part.ts";
import { applying } from "./approvals/part.ts";
import { audio } from "./audio/part.ts";
import { automations, schedules, webhooks } from "./automations/part.ts";
import { backups } from "./backups/part.ts";
import { connectors } from "./connectors/part.ts";
import { dashboard } from "./dashboard/part.ts";
import { execution, maxExecutions, nodeEvents, wakeWatch } from "./executor/part.ts";
import type { Core, Ctx as ContextWith } from "./kernel/context.ts";
import type { AllLive, AllOptions } from "./kernel/part.ts";
import { financelink } from "./financelink/part.ts";
import { material } from "./material/part.ts";
import { memory } from "./memory/part.ts";
import { providerMonitor, providers } from "./models/part.ts";
import { profiles } from "./profiles/part.ts";
import { oauth } from "./oauth/part.ts";
import { outbound } from "./outbound/part.ts";
import { planner } from "./planner/part.ts";
import { plannerActions } from "./planner_actions/part.ts";
import { research } from "./research/part.ts";
import { sandbox } from "./processes/part.ts";
import { skills } from "./skills/part.ts";
import { vault } from "./secrets/part.ts";
import { transcripts } from "./transcripts/part.ts";
import { answers, heldLoop, integrity, storageWatch, verifications } from "./system/part.ts";
import { agentLimits, workers } from "./worker_kinds/part.ts";

/** Everything that lives as long as the service does, in the order in which it starts; it stops in reverse. */
export const PARTS = [
  integrity,
  heldLoop,
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
  execution,
  nodeEvents,
  webhooks,
  automations,
  schedules,
  memory,
  planner,
  plannerActions,
  research,
  answers,
  wakeWatch,
  applying,
  skills,
  profiles,
  connectors,
  alerts,
  storageWatch,
] as const;

/** The whole service. */
export type Service = Core & AllLive<typeof PARTS>;

/** The context of a request: the service and who asks. */
export type Ctx = ContextWith<Service>;

/** What a composition may replace of the parts. */
export type PartOptions = AllOptions<typeof PARTS>;
