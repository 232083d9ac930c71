import type { Core } from "../../kernel/context.ts";
import type { SandboxLive } from "../../processes/sandbox/mod.ts";
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
  /** The program that confines its commands. */
  program: string;
  signal: AbortSignal;
  /** Aborted when the trial ends, with everything it runs. */
  endsAt: number;
};
