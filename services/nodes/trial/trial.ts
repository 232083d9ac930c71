import type { Core } from "../../kernel/context.ts";
import type { AvailableSandbox, SandboxLive } from "../../processes/sandbox/mod.ts";
import type { Base, Control } from "../../repositories/mod.ts";
import type { Definition } from "../../workflows/language/mod.ts";

/** A trial of a workflow on a copy of a repository; nothing of it stays. */
export type Trial = {
  ctx: Core & SandboxLive;
  definition: Definition;
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
