export { sandboxArguments } from "./arguments.ts";
export type { Mask, SandboxPolicy, SandboxState } from "./policy.ts";
export { findProgram, probeSandbox } from "./probe.ts";
