import { applying } from "./approvals/part.ts";
import { backups } from "./backups/part.ts";
import { dashboard } from "./dashboard/part.ts";
import { execution, wakeWatch } from "./executor/part.ts";
import type { Asking, Core } from "./kernel/context.ts";
import type { AllLive, AllOptions } from "./kernel/part.ts";
import { material } from "./material/part.ts";
import { memory } from "./memory/part.ts";
import { providerMonitor, providers } from "./models/part.ts";
import { outbound } from "./outbound/part.ts";
import { sandbox } from "./processes/part.ts";
import { vault } from "./secrets/part.ts";
import { answers, integrity, storageWatch } from "./system/part.ts";
import { agentLimits, workers } from "./workers/part.ts";

/** Everything that lives as long as the service does, in the order in which it starts; it stops in reverse. */
export const PARTS = [
  integrity,
  sandbox,
  vault,
  outbound,
  material,
  backups,
  providers,
  providerMonitor,
  workers,
  agentLimits,
  dashboard,
  execution,
  memory,
  answers,
  wakeWatch,
  applying,
  storageWatch,
] as const;

/** The whole service. */
export type Service = Core & AllLive<typeof PARTS>;

/** The context of a request: the service and who asks. */
export type Ctx = Service & Asking;

/** What a composition may replace of the parts. */
export type PartOptions = AllOptions<typeof PARTS>;
