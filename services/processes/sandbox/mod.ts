export { sandboxArguments } from "./arguments.ts";
export type { SandboxLive } from "./sandbox.ts";
export { composePolicy, homeSeenAt, masksOf, type SandboxPlace } from "./compose.ts";
export {
  defaultLimits,
  describeLimits,
  type HeldLimits,
  holdLimits,
  type Limits,
  limitSentence,
} from "./limits.ts";
export type { Mask, SandboxPolicy, SandboxState } from "./policy.ts";
export { DOWNLOADS } from "./toolchains.ts";
export { probeSandbox } from "./probe.ts";
export { groupVersion } from "./resource_group.ts";
export { Sandbox } from "./sandbox.ts";
export {
  type Purpose,
  PURPOSES,
  readRule,
  readSettings,
  type SandboxRule,
  sandboxSettingsSchema,
  settingsPath,
  type VariableValue,
} from "./settings.ts";
export { watchFirstProcess } from "./stopped_init.ts";
