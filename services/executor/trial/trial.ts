import type { Core } from "../../kernel/context.ts";
import type { SandboxLive } from "../../processes/sandbox/mod.ts";
import type { Base, Control } from "../../repositories/mod.ts";
import type { Definition } from "../../workflows/language/mod.ts";

/** A workflow that is tried on a copy of a repository, of which nothing stays. */
export type Trial = {
  ctx: Core & SandboxLive;
  definition: Definition;
  control: Control;
  base: Base;
  /** Where its workspaces lie. */
  directory: string;
  /** The program that confines its commands. */
  program: string;
  signal: AbortSignal;
  /** When it is over, whatever is going on. */
  endsAt: number;
};
