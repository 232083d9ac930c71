import type { Core } from "../../../ground/kernel/context.ts";
import type { AvailableSandbox, SandboxLive } from "../../../machine/processes/sandbox/mod.ts";
import type { Base, Control } from "../../../machine/repositories/mod.ts";
import type { WorkflowDefinition } from "../../../control/workflows/language/mod.ts";

/** A trial of a workflow on a copy of a repository; nothing of it stays. */
export type Trial = {
  ctx: Core & SandboxLive;
  definition: WorkflowDefinition;
  control: Control;
  base: Base;
  /** The directory of its workspaces. */
  directory: string;
  /** What confines its commands. */
  sandbox: AvailableSandbox;
  signal: AbortSignal;
  /** Aborted when the trial ends, with everything it runs. */
  endsAt: number;
};
